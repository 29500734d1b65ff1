"""Pixel sprites of plants, animals and people, light from the top left."""

from collections.abc import Sequence

from trace_tasks.engine import darker, lighter

from ._pixels import SNOW, Pix

LEAVES = {
    "spring": ("#6fbf4a", "#84cc58", "#58a84a"),
    "summer": ("#3f9440", "#4fa544", "#2f7d44"),
    "autumn": ("#d9822b", "#c8502c", "#dcae34"),
    "winter": ("#b9cbd8", "#c9d8e4", "#a9becd"),
    "desert": ("#7f9a3c", "#8fa544", "#6d8a3a"),
    "tropical": ("#34a05a", "#48b464", "#2c8c58"),
}


def _crown(p: Pix, color: str, blobs: Sequence[tuple[float, float, float]]) -> None:
    for cx, cy, r in blobs:
        p.ellipse(cx + 1, cy + 1.5, r, r, darker(color, 0.35))
    for cx, cy, r in blobs:
        p.ellipse(cx, cy, r * 0.9, r * 0.9, color)
    for cx, cy, r in blobs:
        p.ellipse(cx - r * 0.3, cy - r * 0.35, r * 0.42, r * 0.36, lighter(color, 0.22))


BLOBS = (
    (14.0, 20.0, 10.0),
    (34.0, 20.0, 10.0),
    (24.0, 13.0, 11.0),
    (18.0, 27.0, 8.5),
    (31.0, 27.0, 8.5),
    (24.0, 22.0, 10.0),
)


def oak(look: int, season: str) -> Pix:
    p = Pix(48, 48)
    p.rect(20, 30, 28, 45, "#7a4f2a")
    p.rect(20, 30, 23, 45, "#946236")
    p.poly([(20, 40), (16, 46), (24, 45)], "#7a4f2a")
    p.poly([(28, 40), (32, 46), (24, 45)], "#5f3c1e")
    _crown(p, LEAVES[season][look % 3], BLOBS)
    if season == "winter":
        p.ellipse(22, 9, 9, 4, SNOW)
        p.ellipse(12, 15, 6, 3.4, SNOW)
        p.ellipse(35, 15, 6, 3.4, SNOW)
    return p.outlined().grounded(25, 45, 14, 3)


def apple_tree(look: int, season: str) -> Pix:
    p = oak(2, "summer" if season != "autumn" else "spring")
    for x, y in ((11, 17), (22, 8), (34, 14), (18, 21), (29, 22), (38, 24), (12, 27), (24, 29)):
        p.ball(x + 1.5, y + 1.5, 2.8, 2.8, "#e8302c")
        p.dots("#ffd0c0", (x, y))
    return p


def pine(look: int, season: str) -> Pix:
    p, color = Pix(24, 48), "#2f6e4a" if look % 2 else "#27603f"
    p.rect(10, 38, 14, 46, "#6b4425")
    for top, bottom, half in ((20, 40, 11), (11, 29, 9), (2, 19, 7)):
        p.poly([(12, top), (12 + half, bottom), (12 - half, bottom)], color)
        p.poly([(12, top), (12 + half, bottom), (13, bottom)], darker(color, 0.25))
        p.rect(12 - half + 1, bottom - 2, 12 + half, bottom, darker(color, 0.35))
        p.poly([(12, top), (9, bottom - 4), (12 - half * 0.6, bottom - 3)], lighter(color, 0.18))
        if season == "winter":
            p.poly([(12, top), (12 + half * 0.55, top + 9), (12, top + 7), (12 - half * 0.6, top + 10)], SNOW)
    return p.outlined().grounded(13, 45, 8, 2)


def bush(look: int, season: str) -> Pix:
    p, color = Pix(), LEAVES[season][look % 3 if season == "autumn" else 2 - look % 2]
    _crown(p, color, ((8.0, 14.0, 5.5), (16.0, 14.0, 5.5), (12.0, 10.0, 6.0), (12.0, 16.0, 5.5)))
    p.dots("#f2d0e0" if look else "#e8452f", (8, 9), (14, 12), (10, 16), (17, 15), size=2)
    return p.outlined().grounded(13, 20, 9, 1.8)


def palm(look: int, season: str) -> Pix:
    p = Pix(48, 48)
    for i in range(15):
        p.rect(25 - i // 3, 44 - 2 * i, 30 - i // 3, 46 - 2 * i, "#a9783f" if i % 2 else "#8f6230")
    for points in (
        [(22, 15), (12, 6), (2, 12), (1, 20), (8, 14), (14, 14)],
        [(22, 15), (34, 6), (45, 12), (47, 20), (39, 14), (31, 14)],
        [(22, 15), (10, 18), (6, 30), (12, 24), (18, 21)],
        [(22, 15), (34, 18), (40, 30), (33, 24), (27, 21)],
        [(22, 15), (18, 4), (25, 1), (31, 5), (26, 8)],
    ):
        mask = p.poly(points, "#3f9a4c")
        p.fill(mask & (p.y > 15) & (p.x > 20), "#2f7d42")
        p.fill(mask & (p.y < 10), "#62b85a")
    p.ball(20, 18, 2.6, 2.6, "#7a4a22")
    p.ball(26, 19, 2.6, 2.6, "#6b3f1c")
    return p.outlined().grounded(28, 45, 11, 2.4)


def cactus(look: int, season: str) -> Pix:
    p, green = Pix(24, 48), "#4f9a4a"
    for x0, y0, x1, y1 in (
        (9, 6, 16, 45),
        (2, 16, 7, 28),
        (2, 24, 10, 29),
        (18, 11, 23, 25),
        (15, 21, 23, 26),
    ):
        p.rect(x0, y0, x1, y1, green)
        p.rect(x0, y0, x0 + 2, y1, lighter(green, 0.25))
    p.rect(14, 6, 16, 45, darker(green, 0.3))
    p.dots("#e8f0c0", *((12, y) for y in range(9, 44, 5)), (4, 19), (20, 15))
    p.ellipse(12.5, 5, 4, 3, "#f06a9a")
    return p.outlined().grounded(13, 45, 7, 2)


# ---- animals


def sheep(look: int, season: str) -> Pix:
    p = Pix()
    for x in (7, 10, 15, 18):
        p.rect(x, 17, x + 2, 22, "#3a3238")
    for cx, cy, r in ((8, 11, 5), (14, 9, 5.5), (18, 12, 5), (12, 14, 5.6), (17, 15, 4.4), (8, 15, 4.4)):
        p.ball(cx, cy, r, r, "#f2eee4")
    p.ellipse(5, 10, 4, 4.6, "#4a4148")
    p.rect(8, 7, 11, 9, "#4a4148")
    p.dots("#ffffff", (3, 9), (6, 9))
    p.rect(3, 5, 8, 7, "#f2eee4")
    return p.outlined().grounded(13, 22, 9, 1.8)


def chicken(look: int, season: str) -> Pix:
    p, body = Pix(), ("#f7f3ea", "#b9743a")[look % 2]
    p.rect(10, 19, 12, 22, "#f0a52c")
    p.rect(14, 19, 16, 22, "#f0a52c")
    p.ball(13, 15.5, 6, 4.6, body)
    p.poly([(16, 15), (20, 8), (19.5, 16)], darker(body, 0.12))
    p.ball(8, 11, 3.2, 3.6, body)
    p.rect(6, 5, 10, 8, "#e0332c")
    p.poly([(2, 12), (5, 10), (5, 13.5)], "#f5a623")
    p.rect(5, 13, 7, 16, "#e0332c")
    p.dots("#2b2233", (6, 9), size=2)
    p.ellipse(14, 15.5, 3, 1.8, darker(body, 0.16))
    return p.outlined().grounded(13, 21.5, 7, 1.5)


def cow(look: int, season: str) -> Pix:
    p, spots = Pix(48, 24), ("#33302f", "#8a5230")[look % 2]
    for x in (15, 20, 34, 39):
        p.rect(x, 15, x + 3, 22, "#e4ddd0")
        p.rect(x, 20, x + 3, 22, "#4a3a34")
    p.fill(p.oval(28, 11, 16, 7.5), "#f4efe6")
    p.fill(p.oval(28, 11, 16, 7.5) & (p.y > 14), "#d0c8ba")
    for cx, cy, rx, ry in ((23, 8, 5, 4), (34, 12, 5, 4), (40, 7, 3, 3)):
        p.fill(p.oval(cx, cy, rx, ry) & p.oval(28, 11, 16, 7.5), spots)
    p.ellipse(32, 18, 3, 2, "#f0a8a0")
    p.line(43, 8, 46, 16, "#e4ddd0")
    p.rect(45, 15, 47, 19, spots)
    p.rect(5, 4, 15, 13, "#f4efe6")
    p.rect(5, 4, 9, 9, spots)
    p.rect(3, 11, 13, 17, "#f0b0a8")
    p.dots("#9a5a58", (5, 13), (10, 13), size=2)
    p.dots("#1f1a1a", (6, 7), (12, 7), size=2)
    p.rect(1, 5, 4, 8, spots)
    p.rect(15, 5, 18, 8, "#f4efe6")
    p.line(5, 3, 3, 0, "#e8dcc0", 2)
    p.line(13, 3, 15, 0, "#e8dcc0", 2)
    return p.outlined().grounded(28, 22, 16, 1.8)


def pig(look: int, season: str) -> Pix:
    p = Pix()
    for x in (6, 10, 16, 19):
        p.rect(x, 17, x + 2, 22, "#c9777a")
    p.ball(14, 13, 8.6, 6.4, "#f2a3a6")
    p.ball(7, 11, 5.4, 5.4, "#f5b0b2")
    p.poly([(3, 7), (4, 2), (7, 6)], "#e08a90")
    p.poly([(8, 6), (11, 2), (12, 7)], "#e08a90")
    p.ellipse(5, 13, 3.2, 2.5, "#e0858c")
    p.dots("#7a3a44", (3, 12), (6, 12))
    p.dots("#2b2233", (4, 9), (9, 9), size=2)
    p.dots("#e0858c", (22, 9), (23, 8), (22, 7))
    return p.outlined().grounded(13, 22, 9, 1.6)


def duck(look: int, season: str) -> Pix:
    p, head = Pix(), ("#f7d23c", "#2f7d4a")[look % 2]
    body = "#f7d23c" if look % 2 == 0 else "#b9aa98"
    p.ball(13, 16, 6, 3.8, body)
    p.poly([(16, 15), (20.5, 11), (19, 17)], body)
    p.ball(8.5, 10.5, 3.5, 3.6, head)
    p.rect(3, 10, 6, 13, "#f08a2c")
    p.dots("#1f1a1a", (7, 9), size=2)
    p.ellipse(14, 15.5, 3, 1.6, darker(body, 0.18))
    p.outlined()
    p.rect(5, 20, 21, 21, "#e6f6ff")
    return p


def boat(look: int, season: str) -> Pix:
    p, sail = Pix(48, 48), ("#f7f1e2", "#e8574a", "#f2c84a")[look % 3]
    p.rect(22, 2, 25, 36, "#6b4425")
    p.poly([(25, 3), (43, 30), (25, 30)], sail)
    p.poly([(25, 22), (38, 22), (43, 30), (25, 30)], darker(sail, 0.1))
    p.poly([(22, 7), (7, 30), (22, 30)], darker(sail, 0.16))
    hull = p.poly([(2, 33), (46, 33), (39, 44), (9, 44)], "#9a5f30")
    p.fill(hull & (p.y < 36), "#c98a4c")
    p.fill(hull & (p.y > 40), "#7a4a24")
    p.rect(22, 1, 31, 4, "#d23a3a")
    p.outlined()
    p.rect(5, 44, 43, 46, "#e6f6ff")
    return p


# ---- people

SKINS = ("#f6cfa4", "#d9a06c", "#a86b3c", "#7a4a2a", "#f0bd92")
HAIRS = ("#3a2a20", "#8a4f22", "#e2b84a", "#1f1c24", "#b9b4ae", "#a8402a")
CLOTHES = ("#d4483f", "#3f74c4", "#3f9a54", "#8a52a8", "#e0a02c", "#2f9aa0", "#e07aa0", "#f2ede0")


def person(look: int, season: str) -> Pix:
    p = Pix()
    skin, hair, shirt = SKINS[look % 5], HAIRS[look // 5 % 6], CLOTHES[look // 3 % 8]
    dark = look % 5 in (2, 3)
    if dark and hair in HAIRS[:2]:
        hair = HAIRS[3]
    legs = ("#3a4668", "#5a4030", "#44464e")[look % 3]
    if look % 4 == 1:  # a long dress
        p.poly([(8, 13), (16, 13), (19, 22), (5, 22)], shirt)
        p.poly([(12, 13), (16, 13), (19, 22), (14, 22)], darker(shirt, 0.2))
    else:
        p.rect(8, 18, 11, 22, legs)
        p.rect(13, 18, 16, 22, legs)
        p.rect(8, 17, 16, 19, legs)
        p.rect(7, 11, 17, 18, shirt)
        p.rect(13, 12, 17, 18, darker(shirt, 0.18))
    p.rect(5, 12, 7, 17, shirt)
    p.rect(17, 12, 19, 17, darker(shirt, 0.25))
    p.dots(skin, (5, 16), (17, 16), size=2)
    p.rect(7, 3, 17, 11, skin)
    p.rect(15, 5, 17, 11, darker(skin, 0.12))
    long = look % 4 in (1, 2)
    p.rect(6, 1, 18, 4, hair)
    p.rect(7, 4, 11 if long else 9, 5, hair)
    p.rect(7, 1, 14, 2, lighter(hair, 0.25))
    for x in (6, 16):
        p.rect(x, 3, x + 2, 11 if long else 6, hair)
    for x in (9, 13):
        p.rect(x, 6, x + 2, 8, "#fdf8ee")
        p.rect(x + 1 - x // 13, 6, x + 2 - x // 13, 8, "#22181c")
    p.rect(11, 9, 13, 10, darker(skin, 0.45))
    if look % 4 == 3:  # a straw hat
        p.rect(4, 3, 20, 5, "#d9b04a")
        p.rect(7, 0, 17, 4, "#ecc860")
        p.rect(7, 2, 17, 3, "#a8482c")
    return p.outlined().grounded(11, 22, 7, 1.8)
