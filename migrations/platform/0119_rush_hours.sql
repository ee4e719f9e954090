-- A rush hour knows its shipments in its own row: it makes them by the public API, and not in its transaction.

ALTER TABLE rush_hours ADD COLUMN known TEXT NOT NULL DEFAULT '{}';

UPDATE rush_hours SET known = (
  SELECT json_group_object(shipment_id, json_object(
    'number', number,
    'needsCarrier', json(iif(needs_carrier, 'true', 'false')),
    'hasBegun', json(iif(has_begun, 'true', 'false')),
    'resumeAt', resume_at
  )) FROM rush_hour_shipments WHERE rush_hour_shipments.account_id = rush_hours.account_id
);

DROP TABLE rush_hour_shipments;
