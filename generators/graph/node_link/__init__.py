"""Node-link diagrams: graphs drawn as named nodes joined by edges."""

from .colors import (
    cross_color_edge_count,
    edge_between_nodes_label,
    edge_color_count,
    edge_text_count,
    node_color_count,
)
from .components import (
    articulation_point_count,
    bridge_count,
    component_size_after_edge_edit,
    largest_chordless_cycle_size,
    largest_component_size,
    same_component_count,
    unique_cycle_size,
)
from .degrees import (
    common_related_node_count,
    degree_after_removal_filter_count,
    degree_extremum_value,
    degree_value_filter_count,
    isolated_after_removal_count,
    named_node_degree_value,
    unique_related_node_label,
)
from .paths import (
    hamiltonian_cycle_neighbor_label,
    longest_path_length,
    mst_weight,
    reachable_count,
    reachable_count_after_edge_edit,
    shortest_path_length,
    topological_endpoint_node_label,
)

__all__ = [
    "articulation_point_count",
    "bridge_count",
    "common_related_node_count",
    "component_size_after_edge_edit",
    "cross_color_edge_count",
    "degree_after_removal_filter_count",
    "degree_extremum_value",
    "degree_value_filter_count",
    "edge_between_nodes_label",
    "edge_color_count",
    "edge_text_count",
    "hamiltonian_cycle_neighbor_label",
    "isolated_after_removal_count",
    "largest_chordless_cycle_size",
    "largest_component_size",
    "longest_path_length",
    "mst_weight",
    "named_node_degree_value",
    "node_color_count",
    "reachable_count",
    "reachable_count_after_edge_edit",
    "same_component_count",
    "shortest_path_length",
    "topological_endpoint_node_label",
    "unique_cycle_size",
    "unique_related_node_label",
]
