"""The suite `trace_eval_v1`: 24 benchmarks and TRACE validation, run by lighteval and summed up."""
