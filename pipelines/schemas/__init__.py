"""The final tables, described group by group; `pipelines.schema` has them all."""
