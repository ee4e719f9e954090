-- The services of a card, so that nobody reads a large card for their names; and the rules that it was judged by, because
-- postal prefixes of some countries now mean districts.
ALTER TABLE rate_cards ADD COLUMN services TEXT NOT NULL DEFAULT '[]';
ALTER TABLE rate_cards ADD COLUMN rules INTEGER NOT NULL DEFAULT 1;
UPDATE rate_cards SET services = (
  SELECT json_group_array(json_object('code', value ->> '$.code', 'name', value ->> '$.name',
    'leadMinutes', ifnull(value ->> '$.lead_minutes', 0)) ORDER BY key)
  FROM json_each(rate_cards.card, '$.services'));
