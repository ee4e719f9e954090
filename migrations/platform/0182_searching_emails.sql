-- The list's search looks into the recipient's email address too. The step that runs after this file writes it folded,
-- because SQLite cannot, and then makes the index anew: changing each of its rows takes longer, and leaves it scattered
-- over the file.
DROP INDEX IF EXISTS shipments_by_time;
