"""The furniture of software: windows, buttons, phones."""

from trace_tasks.engine import Box, Canvas, alpha, darker, mix


def window(c: Canvas, box: Box, title: str, maker: str, family: str) -> Box:
    """A window with its title bar; `maker` is lights (left), boxes (right) or none. Gives the content."""
    theme = c.theme
    radius = 0 if maker == "none" else 10
    c.rect(box, theme.paper, darker(theme.grid, 0.1), 1, radius=radius, shadow=0 if maker == "none" else 14)
    if maker == "none":
        return box
    bar, room = box.top(38)
    with c.clip(box, radius):
        c.rect(bar, mix(theme.panel, theme.ink, 0.05))
    c.line((bar.x0, bar.y1), (bar.x1, bar.y1), theme.grid, 1)
    c.text(title, bar.center, 13, weight=600, family=family, need=False)
    if maker == "lights":
        for i, color in enumerate(("#ff5f57", "#febc2e", "#28c840")):
            c.circle((bar.x0 + 20 + 20 * i, bar.cy), 6, color)
    else:
        x = bar.x1 - 24
        c.line((x - 5, bar.cy - 5), (x + 5, bar.cy + 5), theme.muted, 1.4)
        c.line((x - 5, bar.cy + 5), (x + 5, bar.cy - 5), theme.muted, 1.4)
        c.rect(Box.at((x - 34, bar.cy), 10), None, theme.muted, 1.3)
        c.line((x - 73, bar.cy), (x - 63, bar.cy), theme.muted, 1.4)
    return room


def button(c: Canvas, box: Box, text: str, family: str, filled: bool = False, size: float = 13) -> None:
    """A push button; a filled one is the main action."""
    c.rect(
        box,
        c.theme.accent if filled else c.theme.panel,
        c.theme.grid,
        1.2,
        radius=min(c.style.corner, box.h / 2),
    )
    c.text(text, box.center, size, weight=600, family=family, need=False)


def chevron(c: Canvas, at: tuple[float, float], size: float, turn: int) -> None:
    """A small arrow head that points left (-1) or right (1)."""
    x, y = at
    c.polyline(((x - turn * size / 2, y - size), (x + turn * size / 2, y), (x - turn * size / 2, y + size)),
               c.theme.muted, 1.8)  # fmt: skip


def phone(c: Canvas, box: Box, hour: str, family: str) -> Box:
    """A phone's screen with its status line; gives the room under it."""
    c.rect(box, "#0d0e10", radius=44, shadow=16)
    screen = box.inset(9)
    c.rect(screen, c.theme.paper, radius=36)
    c.rect(Box.at((screen.cx, screen.y0 + 19), 88, 22), "#0d0e10", radius=11)
    c.text(hour, (screen.x0 + 44, screen.y0 + 20), 14, weight=600, family=family, need=False)
    battery = Box.at((screen.x1 - 42, screen.y0 + 20), 24, 12)
    c.rect(battery, None, c.theme.ink, 1.4, radius=3.5)
    c.rect(battery.inset(2.5).trim(right=5), c.theme.ink, radius=2)
    for i in range(4):
        x = battery.x0 - 34 + 5.5 * i
        c.rect(Box(x, battery.y1 - 4 - 2.4 * i, x + 3.6, battery.y1), c.theme.ink, radius=1)
    c.rect(Box.at((screen.cx, screen.y1 - 12), 128, 5), alpha(c.theme.ink, 0.8), radius=2.5)
    return screen.trim(12, 44, 12, 26)
