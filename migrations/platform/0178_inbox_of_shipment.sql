-- Tests wait for the messages of one shipment: each look read every message of the account.
CREATE INDEX inbox_messages_of_shipment ON inbox_messages (account_id, shipment_id, position);
