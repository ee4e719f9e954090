-- The shipments of a day, to copy them to another one: by the start of their first window.
CREATE INDEX shipments_by_first_window
  ON shipments (account_id, coalesce(pickup ->> '$.window.start', delivery ->> '$.window.start'));
