-- Days after the end of a shipment until its personal data is erased; NULL: as the installation sets.
ALTER TABLE accounts ADD COLUMN retention_days INTEGER CHECK (retention_days > 0);
