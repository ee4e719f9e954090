-- Goods that were given up can still be delivered: the recipient hears of both ends.
DROP INDEX recipient_mails_by_shipment;
CREATE INDEX recipient_mails_by_shipment ON recipient_mails (shipment_id, moment);
