import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Serving, serve, signUp } from "../slow/executable.ts";
import { platform } from "../support/fixtures.ts";
import { codeWith, runGuide } from "../support/guide-code.ts";
import { createClient, eventually } from "../support/harness.ts";
import { findLitestream } from "../support/litestream.ts";
import { type Access, type Copying, guide, type Places, startCopying } from "./copying.ts";
import { type Account, keptOf, startLoad, type Writer } from "./load.ts";

/** A primary under load with Litestream beside it, its end, and a standby that takes over as the guide says. */

export interface Plan {
  /** Of this drill alone. */
  folder: string;
  /** What comes before the folder of the copies in their address, and how it is reached. */
  receiver: { url: string; access?: Access };
  /** `crash` kills both programs at once. `move` stops them in the order of the guide. */
  end: "crash" | "move";
  /** Load before and after a moment when everything was copied. */
  loadMs: number;
}

export interface Outcome {
  /** What the standby has of each writer's writes, and how many had been copied for sure. */
  writers: { database: Writer["database"]; acknowledged: number; copied: number; kept: number }[];
  /** From the acknowledgement of the oldest lost write to the end; 0 if nothing was lost. */
  lostMs: number;
  /** From the first command to the first answer. */
  takeOverMs: number;
  /** Ids of the writes that the standby lacks. */
  lost: Record<Writer["database"], string[]>;
  /** Of the primary. */
  oldDataDir: string;
  account: Account;
  standby: Serving;
}

/** Of both servers: the standby needs the same key. */
export const settings = {
  WAYBILL_LOG_LEVEL: "error",
  WAYBILL_EXIT_WITH_PARENT: "true",
  WAYBILL_SECRET_KEY: Buffer.alloc(32, "drill").toString("base64"),
};

/** The caller ends the standby. */
export async function runDrill({ folder, receiver, end, loadMs }: Plan): Promise<Outcome> {
  const places = placesIn(folder, "primary", receiver.url);
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(places["/etc/waybill.env"], lines.join(""));
  const primary = await serve(places["/var/lib/waybill"], { cwd: folder, env: settings });
  const account = await signUp(primary.url);
  const copying = await startCopying(join(folder, "litestream"), places, receiver.access);
  const load = startLoad(primary, account);
  await Bun.sleep(loadMs);
  const before = load.writers.map(({ writes }) => writes.length);
  await copying.copied();
  if (end === "move") await tryCopies(folder, placesIn(folder, "standby", receiver.url));
  await Bun.sleep(loadMs);
  const isMore = ({ writes }: Writer, index: number) => writes.length > (before[index] ?? 0);
  await eventually("more of each writer", () => load.writers.every(isMore));
  const endedAt = performance.now();
  if (end === "crash") await crash(primary, copying);
  else await stop(primary, copying);
  await load.stop();

  const standbyPlaces = placesIn(folder, "standby", receiver.url);
  const { standby, takeOverMs } = await takeOver(folder, standbyPlaces, account);
  const kept = load.writers.map((writer) => keptOf(writer, standbyPlaces["/var/lib/waybill"]));
  const lost = load.writers.map(({ writes }, index) => writes.slice(kept[index]));
  const lostOf = (name: Writer["database"]) =>
    lost.flatMap((writes, index) =>
      load.writers[index]?.database === name ? writes.map(({ id }) => id) : [],
    );
  return {
    writers: load.writers.map(({ database, writes }, index) => ({
      database,
      acknowledged: writes.length,
      copied: before[index] ?? 0,
      kept: kept[index] ?? 0,
    })),
    lostMs: Math.max(0, ...lost.flat().map(({ acknowledgedAt }) => endedAt - acknowledgedAt)),
    lost: { accounts: lostOf("accounts"), live: lostOf("live"), sandbox: lostOf("sandbox") },
    takeOverMs,
    oldDataDir: places["/var/lib/waybill"],
    account,
    standby,
  };
}

/** Both machines see the same copies. */
export function placesIn(folder: string, machine: string, url: string): Places {
  const data = join(folder, machine, "waybill");
  return {
    "/var/lib/waybill": data,
    "/var/lib/private": join(folder, machine),
    "/var/lib/private/waybill": data,
    "/var/lib/waybill-copies": join(folder, "copies"),
    "/var/lib/waybill-check": join(folder, machine, "check"),
    "/etc/waybill.env": join(folder, "waybill.env"),
    "sftp://waybill-copies@standby.example.com": url,
  };
}

async function crash(primary: Serving, copying: Copying): Promise<void> {
  primary.kill("SIGKILL");
  await Promise.all([copying.end("SIGKILL"), primary.exited]);
}

async function stop(primary: Serving, copying: Copying): Promise<void> {
  primary.kill("SIGTERM");
  await primary.exited;
  await copying.end("SIGTERM");
}

/** As the guide wants it done every week, beside a primary that goes on. */
async function tryCopies(folder: string, places: Places): Promise<void> {
  const commands = await codeWith(guide, "-o /var/lib/waybill-check/$name.db", places);
  await runGuide(folder, commands, [String(findLitestream())]);
}

/** Runs the guide's commands, starts the server, and waits for an answer to a key. */
async function takeOver(folder: string, places: Places, account: Account) {
  const startedAt = performance.now();
  const commands = await codeWith(guide, "-o /var/lib/private/waybill/$name.db", places);
  await runGuide(folder, commands, [String(findLitestream())]);
  const standby = await serve(places["/var/lib/waybill"], { cwd: folder, env: settings });
  const { status } = await createClient(standby.url, { "x-api-key": account.keys.live }).get(
    `${platform}/shipments?limit=1`,
  );
  if (status !== 200) throw new Error(`the standby answered ${status}`);
  return { standby, takeOverMs: performance.now() - startedAt };
}
