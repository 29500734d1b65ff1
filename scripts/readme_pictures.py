"""Draw the README's pictures: one instance a domain, in docs/pictures/."""

from pathlib import Path

from PIL import Image

from trace_tasks import generate_task

SHOWN = {
    "task_charts__single_series__threshold_value_count": 4,
    "task_games__match3__swap_clear_count": 7,
    "task_geometry__graph_paper__polygon_area_value": 8,
    "task_graph__node_link__shortest_path_length": 3,
    "task_icons__named_grid__scoped_attribute_count": 2,
    "task_illustrations__pixel_village__person_path_count": 5,
    "task_pages__calendar__workday_offset_date": 3,
    "task_physics__circuit_state_change__bulb_brightness_change_label": 2,
    "task_puzzles__sudoku__marked_cell_candidate_count": 5,
    "task_symbolic__clock__offset_readout": 6,
    "task_three_d__object_scene__camera_depth_relation_count": 4,
}
TILE = (420, 340)


def main() -> None:
    """Three columns of tiles, each picture fitted and centred."""
    folder = Path(__file__).parents[1] / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    rows = -(-len(SHOWN) // 3)
    sheet = Image.new("RGB", (3 * TILE[0] + 32, rows * (TILE[1] + 8) + 8), "#ffffff")
    for i, (task_id, seed) in enumerate(SHOWN.items()):
        picture = generate_task(task_id, seed=seed).image
        picture.thumbnail(TILE, Image.Resampling.LANCZOS)
        x, y = i % 3 * (TILE[0] + 8) + 8, i // 3 * (TILE[1] + 8) + 8
        sheet.paste(picture, (x + (TILE[0] - picture.width) // 2, y + (TILE[1] - picture.height) // 2))
    sheet.save(folder / "domains.jpg", quality=88, optimize=True)


if __name__ == "__main__":
    main()
