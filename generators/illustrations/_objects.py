"""Pixel sprites of buildings and of things that people make, light from the top left."""

from collections.abc import Sequence

from trace_tasks.engine import darker, lighter

from ._pixels import GLOW, SNOW, STONE, STRAW, Pix

ROOFS = ("#c8503c", "#4a78b8", "#8a5a3a", "#7a5aa0", "#3f8f86", "#d08a3a")
WALLS = ("#efe0c0", "#d8c0a0", "#e8e4da", "#c9b08a")


def _roof(p: Pix, points: Sequence[tuple[float, float]], color: str, season: str) -> None:
    mask = p.poly(points, color)
    p.rows(mask, 4, darker(color, 0.22), 1)
    p.fill(mask & (p.x > 30) & ((p.x.astype(int) + p.y.astype(int) // 4 * 3) % 6 == 0), darker(color, 0.18))
    p.fill(mask & (p.x <= 30) & ((p.x.astype(int) + p.y.astype(int) // 4 * 3) % 6 == 0), darker(color, 0.1))
    top = min(y for _, y in points)
    p.fill(mask & (p.y < top + 2), lighter(color, 0.35))
    if season == "winter":
        p.fill(mask & (p.y < top + 8 + (p.x.astype(int) * 5 % 7) % 4), SNOW)


def _window(p: Pix, x: int, y: int, w: int = 7, h: int = 7) -> None:
    p.rect(x - 1, y - 1, x + w + 1, y + h + 1, "#5a3d28")
    p.rect(x, y, x + w, y + h, "#ffe08a", GLOW)
    p.rect(x + w // 2, y, x + w // 2 + 1, y + h, "#5a3d28")
    p.rect(x, y + h // 2, x + w, y + h // 2 + 1, "#5a3d28")


def cottage(look: int, season: str) -> Pix:
    p, roof, wall = Pix(48, 48), ROOFS[look % 6], WALLS[look // 2 % 4]
    p.rect(33, 4, 39, 16, "#8d8078")
    p.rect(32, 3, 40, 6, "#a39890")
    p.box(6, 22, 42, 45, wall)
    p.rect(6, 41, 42, 45, "#8f8a84")
    if look // 6 % 2:
        p.rect(6, 32, 42, 34, "#7a5334")
        p.rect(17, 24, 19, 45, "#7a5334")
        p.rect(29, 24, 31, 45, "#7a5334")
    p.rect(20, 31, 28, 45, "#5a3a22")
    p.rect(21, 32, 27, 45, "#8a5a34")
    p.dots("#f2d060", (25, 38))
    _window(p, 9, 30)
    _window(p, 32, 30)
    shape = [(2, 27), (9, 8), (39, 8), (46, 27)] if look % 4 < 2 else [(2, 27), (24, 4), (46, 27)]
    if look % 4 >= 2:
        p.rect(33, 4, 39, 16, "#8d8078")
        p.rect(32, 3, 40, 6, "#a39890")
    _roof(p, shape, roof, season)
    p.rect(6, 27, 42, 29, darker(wall, 0.35))
    return p.outlined().grounded(25, 45, 22, 2.6)


def windmill(look: int, season: str) -> Pix:
    p = Pix(48, 72)
    p.poly([(14, 70), (18, 30), (31, 30), (35, 70)], "#e6dccb")
    p.poly([(27, 70), (26, 30), (31, 30), (35, 70)], "#c6b9a4")
    p.rect(20, 57, 28, 70, "#6b4428")
    _window(p, 22, 44, 5, 6)
    _roof(p, [(14, 31), (24, 17), (35, 31)], ROOFS[look % 6], season)
    for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        p.line(24, 29, 24 + 18 * dx, 29 + 18 * dy, "#6b4428", 2)
        side = [(24 + 5 * dx, 29 + 5 * dy), (24 + 19 * dx, 29 + 19 * dy), (24 + 21 * dx, 29 + 12 * dy)]
        p.poly([*side, (24 + 9 * dx, 29 + 1 * dy)], "#f7f1e2")
    p.box(22, 27, 27, 32, "#7d5230")
    return p.outlined().grounded(25, 69, 14)


def well(look: int, season: str) -> Pix:
    p = Pix()
    p.rect(4, 6, 6, 16, "#8a5a34")
    p.rect(18, 6, 20, 16, "#6f4628")
    p.rect(11, 8, 12, 14, "#d9c9a0")
    p.rect(9, 11, 14, 14, "#7d8590")
    p.poly([(1, 9), (7, 1), (17, 1), (23, 9)], ROOFS[look % 6])
    p.poly([(14, 9), (14, 1), (17, 1), (23, 9)], darker(ROOFS[look % 6], 0.25))
    p.rect(3, 15, 21, 22, STONE)
    p.rect(3, 14, 21, 17, "#c3c8ce")
    p.rect(6, 15, 18, 16, "#24405c")
    p.dots("#6d747d", (7, 18), (12, 18), (17, 18), (4, 20), (9, 20), (14, 20), (19, 20), size=2)
    return p.outlined().grounded(12, 22, 11, 2)


def stall(look: int, season: str) -> Pix:
    p, cloth = Pix(48, 48), ("#d6453f", "#3f7fc4", "#3f9a54", "#d98a2b")[look % 4]
    p.rect(5, 16, 8, 44, "#8a5a34")
    p.rect(40, 16, 43, 44, "#6f4628")
    p.rect(8, 20, 40, 31, "#5f4630")
    for i, fruit in enumerate(("#e0503c", "#f0a030", "#7db843", "#8a5ac0")):
        for k in range(3):
            p.ball(10.5 + i * 8 + k * 2.4, 30 - k % 2 * 2.4, 2.4, 2.4, fruit)
    p.box(5, 32, 43, 44, "#b98250")
    p.rect(6, 37, 42, 38, "#8a5a34")
    for i in range(6):
        x = 3 + i * 7
        color = cloth if i % 2 == 0 else "#f6f1e6"
        p.rect(x, 6, x + 7, 19, color)
        p.ellipse(x + 3.5, 19, 3.5, 3.5, color)
        p.rect(x, 16, x + 7, 18, darker(color, 0.15))
    p.rect(3, 5, 45, 8, lighter(cloth, 0.25))
    return p.outlined().grounded(25, 44, 21)


def tent(look: int, season: str) -> Pix:
    p, cloth = Pix(48, 48), ("#d98a3c", "#4f86c0", "#b8574a", "#6f9a4a")[look % 4]
    p.poly([(4, 43), (24, 9), (44, 43)], cloth)
    p.poly([(24, 43), (24, 9), (44, 43)], darker(cloth, 0.25))
    p.poly([(15, 43), (24, 20), (33, 43)], "#3a2a2a")
    p.poly([(15, 43), (24, 20), (20, 43)], lighter(cloth, 0.3))
    p.line(23, 4, 23, 12, "#7a5230", 2)
    p.rect(2, 42, 5, 45, "#7a5230")
    p.rect(43, 42, 46, 45, "#7a5230")
    return p.outlined().grounded(25, 43, 22)


def fountain(look: int, season: str) -> Pix:
    p = Pix(48, 48)
    p.ellipse(24, 34, 21, 11, "#7f868f")
    p.ellipse(24, 32, 21, 11, "#b4bac2")
    p.ellipse(24, 32, 17, 8, "#4a9fd8")
    p.ellipse(21, 30, 8, 3, "#8cd0f2")
    p.rect(21, 16, 27, 33, "#a2a9b2")
    p.rect(25, 16, 27, 33, "#7f868f")
    p.ellipse(24, 17, 9, 4, "#b4bac2")
    p.ellipse(24, 16, 7, 2.5, "#4a9fd8")
    for x in (15, 32):
        p.rect(x, 17, x + 1, 31, "#d8f2ff")
    p.rect(23, 7, 25, 16, "#d8f2ff")
    p.dots("#d8f2ff", (20, 10), (27, 9), (18, 13), (29, 13))
    return p.outlined().grounded(25, 40, 20, 4)


# ---- things


def barrel(look: int, season: str) -> Pix:
    p = Pix()
    body = p.fill(p.oval(12, 12, 8.5, 14) & (p.y > 4) & (p.y < 22), "#9a6234")
    p.fill(body & (p.x < 8), "#b87a44")
    p.fill(body & (p.x > 16), "#71441f")
    p.fill(body & (p.x.astype(int) % 4 == 0), "#7d4d26")
    for y in (7, 18):
        p.fill(body & (p.y > y) & (p.y < y + 2), "#59616c")
    p.ellipse(12, 5, 6.6, 2.4, "#c99058")
    p.ellipse(12, 5, 4.6, 1.4, "#8a5830")
    return p.outlined().grounded(13, 22, 9, 2)


def crate(look: int, season: str) -> Pix:
    p = Pix()
    p.box(3, 5, 21, 22, "#c08a50")
    for y in (9, 13, 17):
        p.rect(5, y, 19, y + 1, "#8a5c30")
    p.line(5, 19, 17, 7, "#8a5c30", 2)
    p.rect(3, 5, 21, 7, "#dcae74")
    p.rect(3, 20, 21, 22, "#95642f")
    p.rect(3, 5, 5, 22, "#d29e62")
    p.rect(19, 5, 21, 22, "#95642f")
    return p.outlined().grounded(13, 22, 10, 2)


def cart(look: int, season: str) -> Pix:
    p = Pix(48, 24)
    p.line(36, 13, 45, 16, "#8a5a34", 2)
    p.rect(4, 6, 38, 15, "#b57b45")
    p.rect(4, 6, 38, 8, "#d49c62")
    p.rect(4, 10, 38, 11, "#7d4f2a")
    p.rect(4, 13, 38, 15, "#7d4f2a")
    load = ("#c9433c", "#7db843", "#8a5ac0")[look % 3]  # apples, cabbages, plums: no hay
    for x in range(6, 36, 5):
        p.ball(x + 2.5, 5, 3.6, 3.2, load)
    for cx in (12, 30):
        p.ellipse(cx, 16, 6.5, 6.5, "#4a2f1a")
        p.ellipse(cx, 16, 4.6, 4.6, "#c79a66")
        p.line(cx - 4, 16, cx + 3, 16, "#4a2f1a")
        p.line(cx, 12, cx, 19, "#4a2f1a")
        p.rect(cx - 1, 15, cx + 2, 18, "#4a2f1a")
    return p.outlined().grounded(23, 22, 20, 2)


def lamp(look: int, season: str) -> Pix:
    p = Pix(24, 48)
    p.rect(11, 16, 13, 43, "#3f4652")
    p.rect(11, 16, 12, 43, "#6d7684")
    p.rect(8, 42, 16, 46, "#4b535f")
    p.rect(9, 40, 15, 42, "#4b535f")
    p.poly([(6, 5), (18, 5), (16, 16), (8, 16)], "#3f4652")
    p.poly([(8, 6), (16, 6), (14.5, 15), (9.5, 15)], "#ffe27a", GLOW)
    p.rect(11, 7, 13, 13, "#fff7d0", GLOW)
    p.poly([(5, 6), (12, 0), (19, 6)], "#4b535f")
    return p.outlined().grounded(13, 45, 6, 2)


def mailbox(look: int, season: str) -> Pix:
    p, color = Pix(), ("#d4403a", "#3c70c4")[look % 2]
    p.rect(10, 14, 13, 23, "#8a5a34")
    p.fill(p.oval(8, 9, 5, 5.5) | ((p.x > 8) & (p.x < 19) & (p.y > 4) & (p.y < 14)), color)
    p.rect(3, 9, 13, 14, color)
    p.rect(8, 4, 19, 6, lighter(color, 0.3))
    p.rect(13, 12, 19, 14, darker(color, 0.3))
    p.ellipse(8, 9, 3.4, 3.8, darker(color, 0.35))
    p.rect(5, 10, 11, 11, "#f6f1e6")
    p.rect(18, 2, 20, 9, "#f2c230")
    p.rect(18, 2, 23, 5, "#f2c230")
    return p.outlined().grounded(12, 22, 6, 1.6)


def hay(look: int, season: str) -> Pix:
    p = Pix()
    p.rect(8, 4, 19, 21, "#d9ab3e")
    p.ellipse(19, 12.5, 4, 8.5, "#b98a2c")
    p.rect(8, 4, 19, 7, "#efcb6a")
    p.rect(8, 18, 19, 21, "#b98a2c")
    for x in (11, 15):
        p.rect(x, 4, x + 1, 21, "#8f6420")
    p.ellipse(8, 12.5, 6.5, 8.5, "#e7bd54")
    for r in (5.0, 2.6):
        p.fill(p.oval(8, 12.5, r, r * 1.3) & ~p.oval(8, 12.5, r - 1, r * 1.3 - 1), "#a97a26")
    return p.outlined().grounded(13, 21.5, 11, 2)


def signpost(look: int, season: str) -> Pix:
    p = Pix()
    p.rect(11, 2, 14, 23, "#8a5a34")
    p.rect(11, 2, 12, 23, "#a9744a")
    p.poly([(5, 3), (18, 3), (22, 6.5), (18, 10), (5, 10)], "#d9a869")
    p.poly([(20, 11), (6, 11), (2, 14.5), (6, 18), (20, 18)], "#c8955a")
    p.rect(8, 6, 17, 7, "#6b4425")
    p.rect(8, 14, 17, 15, "#6b4425")
    return p.outlined().grounded(13, 22.5, 5, 1.5)


def chest(look: int, season: str) -> Pix:
    p = Pix()
    p.fill(p.oval(12, 12, 10, 8) & (p.y < 13), "#a5662f")
    p.fill(p.oval(11, 10.5, 8, 5) & (p.y < 10), "#c98a4a")
    p.box(2, 12, 22, 22, "#8f5526")
    for x in (4, 18):
        p.rect(x, 5, x + 2, 22, "#e8b93c")
    p.rect(2, 12, 22, 14, "#e8b93c")
    p.rect(10, 11, 14, 17, "#f6d466")
    p.rect(11, 13, 13, 15, "#3a2a1a")
    return p.outlined().grounded(13, 22, 11, 2)


def campfire(look: int, season: str) -> Pix:
    p = Pix()
    p.line(3, 17, 18, 21, "#7a4b28", 3)
    p.line(18, 17, 3, 21, "#8f5a32", 3)
    p.poly([(4, 18), (6, 9), (9, 12), (12, 1), (16, 11), (18, 8), (20, 18)], "#e8552a", GLOW)
    p.poly([(7, 18), (9, 12), (12, 7), (15, 13), (17, 18)], "#f9a72b", GLOW)
    p.poly([(9, 18), (12, 12), (15, 18)], "#fff0a0", GLOW)
    for x in (2, 8, 14, 19):
        p.ball(x + 1.5, 21, 2.6, 2, STONE)
    return p.outlined().grounded(12, 22, 10, 1.6)


def beehive(look: int, season: str) -> Pix:
    p = Pix()
    for y, r in ((4, 4.5), (8, 7), (12, 8.6), (16, 9)):
        p.ball(12, y + 1, r, 3.2, "#e4b042")
    p.rect(4, 18, 20, 20, "#b9822c")
    p.ellipse(12, 15.5, 2.6, 2.6, "#4a2f14")
    p.rect(5, 20, 7, 23, "#7a5230")
    p.rect(17, 20, 19, 23, "#7a5230")
    p.dots("#2a2420", (2, 6), (20, 4), (1, 12), size=2)
    return p.outlined().grounded(13, 22, 9, 1.6)


def scarecrow(look: int, season: str) -> Pix:
    p, shirt = Pix(24, 48), ("#b8483c", "#4f74b0", "#6d8a3c")[look % 3]
    p.rect(11, 28, 13, 46, "#8a5a34")
    p.rect(2, 27, 22, 29, "#8a5a34")
    p.rect(4, 26, 20, 31, shirt)
    p.rect(8, 26, 16, 39, shirt)
    p.rect(14, 26, 16, 39, darker(shirt, 0.25))
    p.dots("#f0d9a0", (9, 33), (12, 29), size=3)
    for x in (2, 19):
        p.rect(x, 27, x + 3, 32, STRAW)
    for x in (8, 11, 14):
        p.rect(x, 39, x + 2, 42, STRAW)
    p.ball(12, 21, 5, 5, "#efd9a0")
    p.dots("#2b2233", (9, 20), (13, 20), size=2)
    p.rect(10, 23, 14, 24, "#2b2233")
    p.rect(4, 16, 20, 18, "#9a6a2c")
    p.rect(8, 11, 16, 16, "#b9853c")
    p.rect(8, 14, 16, 16, "#7a4f20")
    return p.outlined().grounded(13, 45, 6, 1.8)


def bench(look: int, season: str) -> Pix:
    p = Pix(48, 24)
    for y in (4, 8):
        p.rect(5, y, 43, y + 3, "#b57b45")
        p.rect(5, y, 43, y + 1, "#d9a56c")
    p.rect(3, 13, 45, 17, "#a06a3c")
    p.rect(3, 13, 45, 14, "#d9a56c")
    for x in (6, 39):
        p.rect(x, 3, x + 3, 22, "#4b535f")
    return p.outlined().grounded(25, 21, 21, 2)


def boulder(look: int, season: str) -> Pix:
    p = Pix()
    p.ball(13, 14, 10, 8, "#8f959d")
    p.ball(8, 16, 6.5, 5.5, "#a2a8b0")
    p.line(14, 8, 17, 13, "#666d76")
    p.line(17, 13, 15, 16, "#666d76")
    return p.outlined().grounded(13, 21, 10, 2)


def stump(look: int, season: str) -> Pix:
    p = Pix()
    p.rect(5, 10, 19, 20, "#7a4f2a")
    p.rect(5, 10, 9, 20, "#946236")
    p.poly([(5, 15), (2, 22), (8, 20)], "#7a4f2a")
    p.poly([(19, 15), (22, 22), (15, 20)], "#5f3c1e")
    p.ellipse(12, 9.5, 7.6, 4.2, "#d9ac72")
    p.ellipse(12, 9.5, 5, 2.6, "#b9854c")
    p.ellipse(12, 9.5, 2.6, 1.3, "#d9ac72")
    return p.outlined().grounded(13, 21, 10, 2)


def mushroom(look: int, season: str) -> Pix:
    p = Pix()
    p.rect(10, 14, 14, 22, "#f0e4cc")
    p.rect(13, 14, 14, 22, "#cdbb98")
    cap = p.fill(p.oval(12, 14, 7.6, 7.5) & (p.y < 16), "#d43c34")
    p.fill(cap & (p.y > 14), "#a52a2a")
    p.fill(cap & p.oval(10, 10, 3, 2.4), "#ea6a58")
    for x, y in ((7, 12), (12, 9), (16, 12), (11, 13)):
        p.ellipse(x + 0.5, y, 1.4, 1.4, "#fff6ea")
    return p.outlined().grounded(13, 22, 6, 1.6)


def pumpkin(look: int, season: str) -> Pix:
    p = Pix()
    p.ball(8, 16, 4, 5, "#e07a24")
    p.ball(16, 16, 4, 5, "#cf6a1c")
    p.ball(12, 16, 4.5, 5.8, "#f08e32")
    p.rect(11, 7, 13, 11, "#4f7a2c")
    p.rect(12, 7, 16, 9, "#4f7a2c")
    return p.outlined().grounded(13, 21, 8, 1.8)


def sunflower(look: int, season: str) -> Pix:
    p = Pix()
    p.rect(11, 10, 13, 23, "#4b8a36")
    p.ellipse(8, 18, 3.4, 1.8, "#5fa544")
    p.ellipse(16, 16, 3.4, 1.8, "#5fa544")
    for dx, dy in ((0, -5), (0, 5), (5, 0), (-5, 0), (4, 4), (4, -4), (-4, 4), (-4, -4)):
        p.ellipse(12 + dx, 7 + dy, 2.2, 2.2, "#f7c52c")
    p.ellipse(12, 7, 4.8, 4.8, "#f7c52c")
    p.ball(12, 7, 3.2, 3.2, "#7a4a22")
    return p.outlined().grounded(13, 22.5, 4, 1.4)


def snowman(look: int, season: str) -> Pix:
    p, scarf = Pix(24, 48), ("#d4403a", "#3c70c4", "#3f9a54")[look % 3]
    p.ball(12, 39, 8, 6.5, "#eaf1fa")
    p.ball(12, 29, 6, 5.4, "#f2f7fc")
    p.ball(12, 21, 4.8, 4.6, "#f7fafe")
    p.rect(7, 25, 17, 27, scarf)
    p.rect(14, 26, 17, 32, scarf)
    p.rect(6, 17, 18, 19, "#2f3440")
    p.rect(8, 12, 16, 18, "#2f3440")
    p.dots("#20242c", (9, 20), (13, 20), (11, 29), (11, 33), size=2)
    p.rect(11, 22, 16, 24, "#f08a2c")
    p.line(2, 25, 6, 28, "#7a5230")
    p.line(18, 28, 22, 24, "#7a5230")
    return p.outlined("#56617a").grounded(13, 45, 9, 2)
