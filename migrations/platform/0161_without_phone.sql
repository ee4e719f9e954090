-- Riders without a phone: a dispatcher sets their duty and enters their results.
ALTER TABLE drivers ADD COLUMN without_phone INTEGER NOT NULL DEFAULT 0;
