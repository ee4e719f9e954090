-- Secrets of the installation, by what they are for; each is made when it is first needed.
CREATE TABLE installation (
  name TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT;
