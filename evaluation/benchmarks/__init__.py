"""One module a benchmark, named by its key; each has a `BENCHMARK`."""
