-- An order that waits for an answer, and a form that paused itself, need a person.
ALTER TABLE attention_items ADD COLUMN order_form_id TEXT REFERENCES order_forms (id) ON DELETE CASCADE;
ALTER TABLE attention_items ADD COLUMN order_request_id TEXT REFERENCES form_orders (id) ON DELETE CASCADE;
CREATE UNIQUE INDEX attention_items_of_order ON attention_items (order_request_id) WHERE order_request_id IS NOT NULL;
CREATE INDEX attention_items_of_form ON attention_items (order_form_id) WHERE order_form_id IS NOT NULL;

-- A form goes on when its pause is over.
CREATE INDEX order_forms_paused ON order_forms (paused_until) WHERE paused_until IS NOT NULL;

-- By which form the shipment of a charge was ordered, and what its customer pays beside it: lists and statements of a
-- customer read it.
ALTER TABLE charges ADD COLUMN order_form_id TEXT;
ALTER TABLE charges ADD COLUMN markup_percent INTEGER;
CREATE INDEX charges_by_order_form ON charges (account_id, order_form_id, created_at, id) WHERE order_form_id IS NOT NULL;
CREATE INDEX charges_of_order_forms_by_month ON charges (account_id, order_form_id, month, shipment_id, carrier_id, currency)
  WHERE order_form_id IS NOT NULL;

-- The list of shipments is by time.
DROP INDEX shipments_by_order_form;
CREATE INDEX shipments_by_order_form ON shipments (account_id, order_form_id, created_at, id) WHERE order_form_id IS NOT NULL;

-- What was ordered and is no shipment: a person whose data is erased may be in it.
CREATE INDEX form_orders_with_people ON form_orders (account_id) WHERE asked IS NOT NULL;
