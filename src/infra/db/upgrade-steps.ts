import type { Connection } from "./connection.ts";

/** Runs after its migration, in the same transaction; returns news for the operator. */
type Step = (connection: Connection) => string | undefined;

/** Work that a released migration lacks: its file never changes. */
const steps: Record<string, Step> = {
  "0007_tiers": liftLimits,
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
