-- Responses that name several shipments: those of batches, and a return beside its shipment.
DROP INDEX idempotency_keys_of_batches;
CREATE INDEX idempotency_keys_of_several ON idempotency_keys (created_at) WHERE path GLOB '*/batch' OR path GLOB '*/return';
