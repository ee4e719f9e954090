import type { MigrationSets } from "./migrate.ts";

export type StoreName = keyof typeof databaseKinds;

/**
 * The files of the data folder, in the order in which they are opened. A store that waits answers after its sync. The
 * sandbox and telemetry may lose their last moments in a power cut, so nobody waits for their syncs.
 */
export const databaseKinds = {
  accounts: { migrations: "accounts", waits: true, applicationId: ascii("WbAc") },
  live: { migrations: "platform", waits: true, applicationId: ascii("WbLi") },
  sandbox: { migrations: "platform", waits: false, applicationId: ascii("WbSa") },
  telemetry: { migrations: "telemetry", waits: false, applicationId: ascii("WbTe") },
} as const satisfies Record<
  string,
  { migrations: keyof MigrationSets; waits: boolean; applicationId: number }
>;

/** SQLite marks a file with a 32-bit number. */
function ascii(letters: string): number {
  return Buffer.from(letters).readInt32BE();
}

export const storeNames = Object.keys(databaseKinds) as StoreName[];
