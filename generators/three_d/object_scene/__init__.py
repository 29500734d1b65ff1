"""Everyday objects in a room, seen by a camera: distance, height, hiding, points on the floor, two views."""

from .objects import (
    camera_depth_relation_count,
    camera_distance_extremum_label,
    height_extremum_label,
    image_plane_lateral_relation_count,
    reference_nearest_label,
)
from .points import (
    line_side_label,
    marked_point_depth_extremum_label,
    marked_point_vertical_relation_label,
    point_camera_distance_order_label,
    point_on_object_line_label,
    reference_triangle_inside_label,
)
from .relations import (
    between_references_label,
    multiview_object_match_label,
    object_relation_label,
    occlusion_order_label,
)

__all__ = [
    "between_references_label",
    "camera_depth_relation_count",
    "camera_distance_extremum_label",
    "height_extremum_label",
    "image_plane_lateral_relation_count",
    "line_side_label",
    "marked_point_depth_extremum_label",
    "marked_point_vertical_relation_label",
    "multiview_object_match_label",
    "object_relation_label",
    "occlusion_order_label",
    "point_camera_distance_order_label",
    "point_on_object_line_label",
    "reference_nearest_label",
    "reference_triangle_inside_label",
]
