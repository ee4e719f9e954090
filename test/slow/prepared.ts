import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { type Account, serve, signUp } from "./executable.ts";

/** A data folder as the executable leaves it, copied instead of made again. */

/** In each environment. */
export const preparedShipments = 10;

let prepared: Promise<{ dataDir: string; account: Account }> | undefined;

/** Makes a new data folder of an account with shipments, whose server has stopped. A process of tests makes it once. */
export async function prepareFolder(dataDir: string): Promise<Account> {
  prepared ??= make();
  const { dataDir: image, account } = await prepared;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  cpSync(image, dataDir, { recursive: true });
  return account;
}

async function make() {
  const folder = mkdtempSync(join(tmpdir(), "waybill-prepared-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  const serving = await serve(dataDir, { cwd: folder });
  const account = await signUp(serving.url);
  for (const key of Object.values(account.keys)) {
    for (let made = 0; made < preparedShipments; made += 1) {
      const status = await createShipment(serving.url, key);
      if (status !== 201) throw new Error(`a shipment gave ${status}`);
    }
  }
  serving.kill("SIGTERM");
  const { exitCode } = await serving.exited;
  if (exitCode !== 0) throw new Error(`it ended with ${exitCode}`);
  return { dataDir, account };
}

/** @returns the status of the answer */
export async function createShipment(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}${platform}/shipments`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(shipmentBody()),
  });
  return answer.status;
}

/** Every file with what is in it. */
export function contentsOf(dataDir: string): Record<string, unknown> {
  const names = readdirSync(dataDir, { recursive: true }).map(String);
  const files = names.filter((name) => statSync(join(dataDir, name)).isFile());
  return Object.fromEntries(files.sort().map((name) => [name, Bun.hash(readFileSync(join(dataDir, name)))]));
}
