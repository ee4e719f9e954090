-- What moving its stops changed of the price, in minor units. Of what goes on, that is all that its adjustments and its
-- return change, and what they could not take back: an end that was corrected is taken back by another one.
ALTER TABLE assignments ADD COLUMN moved_amount INTEGER NOT NULL DEFAULT 0;
UPDATE assignments SET moved_amount = coalesce((
  SELECT sum(amount) FROM charges
  WHERE charges.shipment_id = assignments.shipment_id AND charges.assignment_id = assignments.id
    AND kind IN ('adjustment', 'return') AND reverses IS NULL
), 0) - unapplied_amount
WHERE status IN ('pending', 'confirmed');
