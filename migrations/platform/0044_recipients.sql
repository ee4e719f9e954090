-- What the recipient asked the driver for, and said of the delivery, each as JSON.
ALTER TABLE shipments ADD COLUMN recipient_instructions TEXT;
ALTER TABLE shipments ADD COLUMN rating TEXT;
-- Wrong tries of the last digits of the recipient's phone, and when the last one was.
ALTER TABLE shipments ADD COLUMN digit_tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE shipments ADD COLUMN digits_tried_at INTEGER;
