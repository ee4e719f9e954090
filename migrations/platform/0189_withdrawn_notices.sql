-- When a recall was taken back that had not reached the phone as far as Waybill knew: a later tap on it is answered.
ALTER TABLE driver_notices ADD COLUMN withdrawn_at INTEGER;
