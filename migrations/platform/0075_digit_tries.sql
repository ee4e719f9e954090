-- Wrong tries of the last digits of the recipient's phone in the last 24 hours, as a JSON list: when each was, and from
-- which network, as a hash with the link's token. `digit_tries` counts all of them since the link was made.
-- Nothing reads `digits_tried_at` any more. To drop it would write every row anew.
ALTER TABLE shipments ADD COLUMN recent_digit_tries TEXT;
