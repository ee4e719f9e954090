-- The list's search looks into street, postal code, town and phone number of the delivery too. The step that runs after
-- this file writes their text, because lower() of SQLite knows ASCII only, and then makes the index anew: changing each
-- of its rows takes longer, and leaves it scattered over the file.

DROP INDEX shipments_by_time;
