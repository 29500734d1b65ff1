"""The kinds of things on pixel maps: names for questions, tiles, places, seasons, and their stamps."""

from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from . import _life, _objects
from ._pixels import SHADE, Pix, Stamp, words

Season = Literal["spring", "summer", "autumn", "winter", "desert", "tropical"]
SEASONS: tuple[Season, ...] = get_args(Season)


class Kind(NamedTuple):
    """A type of thing: its names in questions, its tiles, where it stands, in which seasons ("" all)."""

    name: str
    plural: str
    paint: Callable[[int, str], Pix]
    wide: int = 1
    tall: int = 1
    by: str = ""  # where it belongs: "path", "field", "yard", "water"; "people" go anywhere
    seasons: str = ""
    looks: int = 1


KINDS: dict[str, Kind] = {
    kind.paint.__name__: kind
    for kind in (
        Kind("cottage", "cottages", _objects.cottage, 2, 2, "path", looks=24),
        Kind("windmill", "windmills", _objects.windmill, 2, 3, "", "spring summer autumn", looks=6),
        Kind("well", "wells", _objects.well, 1, 1, "path", looks=6),
        Kind("market stall", "market stalls", _objects.stall, 2, 2, "path", looks=4),
        Kind("tent", "tents", _objects.tent, 2, 2, looks=4),
        Kind(
            "fountain", "fountains", _objects.fountain, 2, 2, "path", "spring summer autumn tropical desert"
        ),
        Kind("bush", "bushes", _life.bush, 1, 1, "", "spring summer autumn tropical", looks=2),
        Kind("barrel", "barrels", _objects.barrel),
        Kind("crate", "crates", _objects.crate),
        Kind("cart", "carts", _objects.cart, 2, 1, "path", looks=3),
        Kind("lamp post", "lamp posts", _objects.lamp, 1, 2, "path"),
        Kind("mailbox", "mailboxes", _objects.mailbox, 1, 1, "path", looks=2),
        Kind("hay bale", "hay bales", _objects.hay, 1, 1, "field"),
        Kind("signpost", "signposts", _objects.signpost, 1, 1, "path"),
        Kind("treasure chest", "treasure chests", _objects.chest),
        Kind("campfire", "campfires", _objects.campfire),
        Kind("beehive", "beehives", _objects.beehive, 1, 1, "", "spring summer autumn tropical"),
        Kind("scarecrow", "scarecrows", _objects.scarecrow, 1, 2, "field", "spring summer autumn", looks=3),
        Kind("bench", "benches", _objects.bench, 2, 1, "path"),
        Kind("boulder", "boulders", _objects.boulder),
        Kind("tree stump", "tree stumps", _objects.stump),
        Kind("mushroom", "mushrooms", _objects.mushroom, 1, 1, "", "spring summer autumn tropical"),
        Kind("pumpkin", "pumpkins", _objects.pumpkin, 1, 1, "field", "summer autumn"),
        Kind("sunflower", "sunflowers", _objects.sunflower, 1, 1, "field", "summer tropical"),
        Kind("snowman", "snowmen", _objects.snowman, 1, 2, "", "winter", looks=3),
        Kind("oak tree", "oak trees", _life.oak, 2, 2, "", "spring summer autumn winter", looks=3),
        Kind("apple tree", "apple trees", _life.apple_tree, 2, 2, "", "summer autumn"),
        Kind("pine tree", "pine trees", _life.pine, 1, 2, "", "spring summer autumn winter", looks=2),
        Kind("palm tree", "palm trees", _life.palm, 2, 2, "", "desert tropical"),
        Kind("cactus", "cacti", _life.cactus, 1, 2, "", "desert"),
        Kind("sheep", "sheep", _life.sheep, 1, 1, "yard"),
        Kind("chicken", "chickens", _life.chicken, 1, 1, "yard", looks=2),
        Kind("cow", "cows", _life.cow, 2, 1, "yard", looks=2),
        Kind("pig", "pigs", _life.pig, 1, 1, "yard"),
        Kind("duck", "ducks", _life.duck, 1, 1, "water", looks=2),
        Kind("boat", "boats", _life.boat, 2, 2, "water", looks=3),
        Kind("person", "people", _life.person, 1, 1, "people", looks=240),
    )
}


#: Kinds that look otherwise in other seasons.
CHANGING = frozenset(("cottage", "bush", "windmill", "oak", "apple_tree", "pine"))


def in_season(season: str) -> list[str]:
    return [key for key, kind in KINDS.items() if not kind.seasons or season in kind.seasons.split()]


def sprite(kind: str, look: int, season: str) -> Stamp:
    """A thing ready to be stamped, `T` pixels to the tile."""
    return _sprite(kind, look, season if kind in CHANGING else "summer")


@lru_cache(1024)
def _sprite(kind: str, look: int, season: str) -> Stamp:
    pixels = KINDS[kind].paint(look, season).a
    alpha, shade = pixels[:, :, 3], pixels[:, :, 3] == SHADE
    return words(pixels), alpha > SHADE, shade if shade.any() else None
