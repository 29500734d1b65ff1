"""The columns of the published table, and the Parquet that `datasets` and the Hub's viewer read."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from ..records import DataError, TrainInstance, canonical

#: Columns of text, in the order of the table; the picture columns stand before them.
TEXTS = (
    "prompt_answer",
    "prompt_answer_and_annotation",
    "answer_gt",
    "annotation_gt",
    "reward_contract",
    "trace_ref",
    "instance_id",
    "domain",
    "task",
    "scene_id",
    "query_id",
    "scene_variant",
    "trace_supervision_mode",
)
COLUMNS = ("images", "image_sizes", *TEXTS)
#: What the rows recommend to train on; nothing else depends on it.
SUPERVISION = "answer_and_annotation"
#: About 4 MB: what a reader must fetch before it has the first row.
ROWS_AT_ONCE = 32

TEXT = {"dtype": "string", "_type": "Value"}
SIDE = {"dtype": "int32", "_type": "Value"}
#: In the notation that releases of `datasets` before and after 4.0 both read.
FEATURES: dict[str, Any] = {
    "images": [{"_type": "Image"}],
    "image_sizes": [{"width": SIDE, "height": SIDE}],
    **dict.fromkeys(TEXTS, TEXT),
}


def arrow() -> Any:
    """pyarrow, with its module `parquet`; DataError where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise DataError("the published table needs pyarrow: pip install 'trace-tasks[parquet]'") from None
    return pyarrow


def schema() -> Any:
    pa = arrow()
    image = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    size = pa.struct([("width", pa.int32()), ("height", pa.int32())])
    fields = [("images", pa.list_(image)), ("image_sizes", pa.list_(size))]
    return pa.schema(
        [*fields, *((name, pa.string()) for name in TEXTS)],
        {"huggingface": canonical({"info": {"features": FEATURES}})},
    )


def texts(row: TrainInstance) -> dict[str, str]:
    """The columns of a row but for its picture."""
    return {
        "prompt_answer": row.prompt_variants["answer_only"],
        "prompt_answer_and_annotation": row.prompt_variants["answer_and_annotation"],
        "answer_gt": canonical(row.answer_gt).decode(),
        "annotation_gt": canonical(row.annotation_gt).decode(),
        "reward_contract": canonical(row.reward_contract).decode(),
        "trace_ref": canonical(row.trace_ref).decode(),
        "instance_id": row.instance_id,
        "domain": row.domain,
        "task": row.task,
        "scene_id": row.scene_id,
        "query_id": row.query_id,
        "scene_variant": row.scene_variant,
        "trace_supervision_mode": SUPERVISION,
    }


def table_row(row: TrainInstance, png: bytes, size: tuple[int, int]) -> dict[str, Any]:
    """A row of the table."""
    width, height = size
    return {
        "images": [{"bytes": png, "path": f"{row.instance_id}.png"}],
        "image_sizes": [{"width": width, "height": height}],
        **texts(row),
    }


def write_table(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write Parquet in row groups of `ROWS_AT_ONCE`, with page indexes; pictures are not packed again."""
    pa, rows, form = arrow(), iter(rows), schema()
    image = "images.list.element.bytes"
    plain = [field for field in leaves(form) if field != image]
    options = {
        "compression": {**dict.fromkeys(plain, "zstd"), image: "none"},
        "use_dictionary": list(TEXTS),
        "write_statistics": plain,
        "write_page_index": True,
    }
    with pa.parquet.ParquetWriter(path, form, **options) as writer:
        while group := list(islice(rows, ROWS_AT_ONCE)):
            writer.write_table(pa.Table.from_pylist(group, form))


def leaves(form: Any) -> list[str]:
    """Parquet's names of the columns that hold values."""
    nested = {"images": ("bytes", "path"), "image_sizes": ("width", "height")}
    lists = [f"{name}.list.element.{field}" for name, fields in nested.items() for field in fields]
    return [*lists, *(name for name in form.names if name not in nested)]


def read_table(path: Path) -> Iterator[list[dict[str, Any]]]:
    """The rows of a Parquet file, a row group at a time; pyarrow's errors pass through."""
    pa = arrow()
    with pa.parquet.ParquetFile(path) as file:
        for k in range(file.num_row_groups):
            yield file.read_row_group(k).to_pylist()
