-- When the driver tapped *Arrived* at the stop where they are, and how many whole minutes they waited at each stop. What
-- happened before is not reckoned: nobody kept who said that they had arrived.
ALTER TABLE shipments ADD COLUMN stop_arrived_at INTEGER;
ALTER TABLE shipments ADD COLUMN pickup_waited_minutes INTEGER;
ALTER TABLE shipments ADD COLUMN delivery_waited_minutes INTEGER;
