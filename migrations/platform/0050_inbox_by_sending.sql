-- Messages are kept for a real time, and `received_at` follows the account's clock: the signature names the real one.
DROP INDEX inbox_messages_by_time;
CREATE INDEX inbox_messages_by_sending ON inbox_messages (CAST(headers ->> '$."webhook-timestamp"' AS INTEGER));
