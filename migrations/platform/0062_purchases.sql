-- Whether a purchase was sent that the carrier may have got: it is never sent again. Of a booking that was asked for
-- before there was this column nobody knows, so that it counts as sent.
ALTER TABLE carrier_calls ADD COLUMN purchase_sent_at INTEGER;
UPDATE carrier_calls SET purchase_sent_at = asked_at WHERE asked_at IS NOT NULL;
