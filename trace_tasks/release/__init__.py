"""The published table: planned, drawn task by task, packed into Parquet shards, verified, published."""
