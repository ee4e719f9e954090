import type { Connection } from "./connection.ts";

/** Runs in the transaction of its migration, after it; returns what the operator should know. */
type Step = (connection: Connection) => string | undefined;

/** What a migration that was released should have done too: its file never changes. */
const steps: Record<string, Step> = {
  "0007_tiers": liftLimits,
};

export function runUpgradeStep(connection: Connection, migration: string): string | undefined {
  return steps[migration]?.(connection);
}

/** The migration puts accounts into `free`: integrations that worked without limits would be refused at once. */
function liftLimits(connection: Connection): string | undefined {
  const { changes } = connection.prepare("UPDATE accounts SET tier = 'unlimited'").run();
  if (changes === 0) return undefined;
  return `${changes === 1 ? "1 account is" : `${changes} accounts are`} older than tiers and now in tier unlimited`;
}
