"""Graph paper: figures with their corners on the points of a grid, to be measured, told apart, counted."""

from .compared import (
    angle_extremum_label,
    area_extremum_label,
    length_extremum_label,
    perimeter_extremum_label,
)
from .counted import (
    angle_type_count,
    polygon_convexity_count,
    quadrilateral_type_count,
    shape_type_count,
    triangle_type_count,
)
from .measured import (
    circle_circumference_value,
    ellipse_area_value,
    line_slope_value,
    polygon_area_value,
    polygon_perimeter_value,
    right_angle_vertex_count,
)
from .state import Figure, GraphPaper

__all__ = [
    "Figure",
    "GraphPaper",
    "angle_extremum_label",
    "angle_type_count",
    "area_extremum_label",
    "circle_circumference_value",
    "ellipse_area_value",
    "length_extremum_label",
    "line_slope_value",
    "perimeter_extremum_label",
    "polygon_area_value",
    "polygon_convexity_count",
    "polygon_perimeter_value",
    "quadrilateral_type_count",
    "right_angle_vertex_count",
    "shape_type_count",
    "triangle_type_count",
]
