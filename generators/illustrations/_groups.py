"""Things that belong together on a map: homesteads, markets, orchards, camps."""

from typing import NamedTuple

Member = tuple[str, int, int]  # kinds to choose from, "a|b"; rows down and columns right of the first member


class Group(NamedTuple):
    """Members by their places; the first must find room, the others come along where they do."""

    members: tuple[Member, ...]
    weight: float = 1.0
    home: str = ""  # "field" or "yard"


TREES = "oak|apple_tree|palm"


def _rows(kind: str, *places: tuple[int, int]) -> tuple[Member, ...]:
    return tuple((kind, r, k) for r, k in places)


GROUPS = (
    Group((("cottage", 0, 0), ("mailbox", 1, 2), ("barrel|bush", 1, -1), ("chicken", 1, 3), (TREES, 0, -3)),
          3),
    Group((("cottage", 0, 0), ("lamp", 0, 2), ("cottage", 0, 3), ("bush", 1, -1), ("bench", 1, 5)), 2),
    Group((("cottage", 0, 0), ("well", 1, 2), ("cottage", 0, 3), ("bush|pumpkin", 1, 5)), 2),
    Group((("windmill", 0, 0), ("cart", 2, 2), ("hay", 1, 2), ("hay", 1, 3), ("barrel", 2, -1)), 1),
    Group((("stall", 0, 0), ("crate", 1, 2), ("stall", 0, 3), ("barrel", 2, 0), ("crate", 2, 1),
           ("person", 2, 3), ("cart", 2, 4)), 3),
    Group((("tent", 0, 0), ("campfire", 2, 2), ("tent", 0, 3), ("stump", 2, 1), ("stump", 2, 3),
           ("chest|crate", 1, 2)), 2),
    Group((*_rows(TREES, (0, 0), (0, 2), (0, 4), (2, 0), (2, 2), (2, 4)), ("crate", 4, 3)), 2),
    Group((*_rows("pine", (0, 0), (1, 1), (0, 2), (1, 3), (0, 4), (3, 0)), ("mushroom", 2, 2),
           ("stump", 3, 2)), 2),
    Group((("palm", 0, 0), ("palm", 1, 2), ("palm", 0, 4), ("bush", 2, 1), ("boulder", 2, 4)), 2),
    Group((("oak", 0, 0), ("mushroom", 2, 0), ("oak", 1, 2), ("stump", 2, 1), ("bush", 1, 4),
           ("mushroom", 3, 3)), 2),
    Group((("fountain", 0, 0), ("bench", 2, 0), ("lamp", 0, -1), ("lamp", 0, 2), ("bush", 2, -1)), 2),
    Group((*_rows("pumpkin|hay|sunflower", (0, 0), (0, 1), (0, 2), (1, 0), (1, 2)), ("scarecrow", 1, 1)), 2,
          "field"),
    Group(_rows("sunflower|pumpkin|hay", (0, 0), (0, 1), (0, 2), (1, 0), (1, 1)), 2, "field"),
    Group((*_rows("sheep", (0, 0), (0, 2), (1, 1), (1, 3)), ("hay", 0, 1)), 2, "yard"),
    Group((("cow", 0, 0), ("cow", 1, 1), ("hay", 0, 2)), 2, "yard"),
    Group(_rows("pig", (0, 0), (0, 1), (1, 1), (1, 2)), 1, "yard"),
    Group((*_rows("chicken", (0, 0), (0, 1), (1, 2), (1, 0)), ("barrel", 0, 3)), 1, "yard"),
    Group((*_rows("beehive", (0, 0), (0, 1), (0, 2)), ("bush", 0, 3)), 1),
    Group((("cart", 0, 0), ("barrel", 0, 2), ("barrel", 1, 2), ("crate", 1, 1), ("crate", 1, 3)), 1),
    Group((("boulder", 0, 0), ("boulder", 0, 1), ("bush", 1, 0), ("chest|stump", 1, 1)), 1),
    Group((*_rows("cactus", (0, 0), (1, 2)), ("boulder", 1, 1), ("boulder", 2, 3)), 2),
    Group((("signpost", 0, 0), ("lamp", -1, 1), ("bench", 0, 2)), 1),
    Group((("snowman", 0, 0), ("person", 1, 1), ("person", 1, -1)), 1),
    Group((*_rows("duck", (0, 0), (1, 1), (0, 2)), ("boat", 2, 0)), 1),
    Group((("boat", 0, 0),), 1),
)  # fmt: skip
