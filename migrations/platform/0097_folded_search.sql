-- The list's search compares texts without case, marks and widths. The step that runs after this file folds what is stored,
-- because SQLite cannot, and then makes the index anew: changing each of its rows takes longer, and leaves it scattered
-- over the file.

DROP INDEX IF EXISTS shipments_by_time;
