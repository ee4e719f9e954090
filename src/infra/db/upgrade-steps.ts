import { folded } from "../text/words.ts";
import type { Connection } from "./connection.ts";

/** Runs after its migration, in the same transaction; returns news for the operator. */
type Step = (connection: Connection) => string | undefined;

/** Work that a released migration lacks, because its file never changes, and work that SQL cannot do. */
const steps: Record<string, Step> = {
  "0007_tiers": liftLimits,
  "0043_searching_streets": addStreetsToSearch,
  "0097_folded_search": foldSearch,
  "0182_searching_emails": addEmailsToSearch,
};

export function runUpgradeStep(connection: Connection, migration: string): string | undefined {
  return steps[migration]?.(connection);
}

/** The migration puts accounts into `free`, where existing integrations without limits would be refused at once. */
function liftLimits(connection: Connection): string | undefined {
  const { changes } = connection.prepare("UPDATE accounts SET tier = 'unlimited'").run();
  if (changes === 0) return undefined;
  return `${changes === 1 ? "1 account is" : `${changes} accounts are`} older than tiers and now in tier unlimited`;
}

/** As `searchText` of the shipments wrote it then. An erased shipment is found by its tracking number only. */
function addStreetsToSearch(connection: Connection): undefined {
  connection.function("lower_case", { deterministic: true }, (text) => String(text).toLowerCase());
  connection.exec(`
    UPDATE shipments SET search = search || char(10) || lower_case(
      (delivery ->> '$.address.line1') || char(10) ||
      ltrim(ifnull(delivery ->> '$.address.postal_code', '') || ' ' || (delivery ->> '$.address.city')) || char(10) ||
      ltrim(ifnull(delivery ->> '$.contact.phone', ''), '+'))
    WHERE redacted_at IS NULL;
    CREATE INDEX shipments_by_time ON shipments (account_id, created_at, id, search);
  `);
}

/** As `searchText` of the shipments writes it from now on, erased shipments included. */
function foldSearch(connection: Connection): undefined {
  connection.function("folded_lines", { deterministic: true }, (text) =>
    String(text).split("\n").map(folded).join("\n"),
  );
  connection.exec(`
    UPDATE shipments SET search = folded_lines(search);
    CREATE INDEX shipments_by_time ON shipments (account_id, created_at, id, search);
  `);
}

/** As `searchText` of the shipments writes it from now on. An erased shipment has no email address. */
function addEmailsToSearch(connection: Connection): undefined {
  connection.function("folded_text", { deterministic: true }, (text) => folded(String(text)));
  connection.exec(`
    UPDATE shipments SET search = search || char(10) || folded_text(delivery ->> '$.contact.email')
    WHERE redacted_at IS NULL AND delivery ->> '$.contact.email' IS NOT NULL;
    CREATE INDEX shipments_by_time ON shipments (account_id, created_at, id, search);
  `);
}
