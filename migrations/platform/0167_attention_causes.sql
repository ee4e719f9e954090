-- What needs a person for the same reason is counted as one group. Waybill looks once more at what waits, because only
-- it knows the reasons.
ALTER TABLE attention_items ADD COLUMN cause TEXT NOT NULL DEFAULT '';
UPDATE attention_items SET cause = id;
UPDATE shipments SET attention_at = 0 WHERE id IN (SELECT shipment_id FROM attention_items);
CREATE INDEX attention_items_by_cause ON attention_items (account_id, cause, due_at, id, kind) WHERE dismissed_at IS NULL;
CREATE INDEX attention_items_of_installation_by_cause ON attention_items (cause, due_at, id, kind)
  WHERE is_installed = 1 AND operator_dismissed_at IS NULL;
