"""The whole way from a model with random weights to a checked checkpoint, small enough for two CPU cores."""
