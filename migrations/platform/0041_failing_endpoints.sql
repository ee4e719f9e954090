-- Endpoints that fail, of all accounts at once.
CREATE INDEX webhook_endpoints_failing ON webhook_endpoints (failing_since) WHERE failing_since IS NOT NULL;
