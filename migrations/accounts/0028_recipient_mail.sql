-- Mails to recipients: whether the account wants them, and whether the operator allows them.
ALTER TABLE accounts ADD COLUMN recipient_mail INTEGER NOT NULL DEFAULT 0 CHECK (recipient_mail IN (0, 1));
ALTER TABLE accounts ADD COLUMN recipient_mail_allowed INTEGER NOT NULL DEFAULT 0
  CHECK (recipient_mail_allowed IN (0, 1));
