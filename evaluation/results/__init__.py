"""Published scores, as data with their source."""
