-- Responses that name several shipments: those of batches, a return beside its shipment, and a driver's list of stops.
DROP INDEX idempotency_keys_of_batches;
CREATE INDEX idempotency_keys_of_several ON idempotency_keys (created_at)
  WHERE path GLOB '*/batch' OR path GLOB '*/return' OR path GLOB '/api/v1/driver/*';
