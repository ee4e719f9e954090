import { join } from "node:path";
import { takeBackup } from "../../../src/infra/backups/taking.ts";
import { openReader } from "../../../src/infra/db/connection.ts";
import { addCarrier } from "../../support/carrier-rows.ts";
import { createAssigned, createShipment, platform, withPin } from "../../support/fixtures.ts";
import { startServer } from "../../support/harness.ts";

export const databases = ["accounts.db", "live.db", "sandbox.db", "telemetry.db"];

export interface BackedUp {
  /** The folder, which has a shipment more than its backup. */
  dataDir: string;
  /** The backup. */
  path: string;
  before: string;
  after: string;
}

/** In `parent`, a folder with a shipment, its backup, and a shipment that came later. */
export async function makeBackup(
  parent: string,
  name: string,
  secretKey: Uint8Array | null,
): Promise<BackedUp> {
  const dataDir = join(parent, name);
  const server = await startServer({ dataDir, config: { secretKey } });
  const { sandbox, accountId } = await server.account();
  await addCarrier(server, "sandbox", accountId);
  await sandbox.post(`${platform}/webhooks`, { url: "https://inbox.example.com/", events: ["*"] });
  const before = (await createAssigned(sandbox, withPin)).shipment.id as string;
  const taken = await takeBackup({
    dataDir,
    folder: join(parent, `${name}-backups`),
    keep: null,
    minFreeMb: 0,
    now: Date.now,
    onCopy() {},
  });
  const after = (await createShipment(sandbox)).id as string;
  await server.stop();
  return { dataDir, path: taken.backup.path, before, after };
}

export function shipmentsIn(dataDir: string): unknown[] {
  const connection = openReader(join(dataDir, "sandbox.db"), undefined);
  const ids = connection.prepare("SELECT id FROM shipments ORDER BY id").pluck().all();
  connection.close();
  return ids;
}
