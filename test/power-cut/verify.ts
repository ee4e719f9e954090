/** Holds a medium against the facts, as an operator would meet it: the power comes back and the server starts. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { platform } from "../support/fixtures.ts";
import { compareDatabases } from "./compare.ts";
import type { Facts } from "./facts.ts";
import { checkFileSystem, type FileSystem, mountImage, unmount } from "./file-system.ts";
import { type Account, clientOf, numberedShipment } from "./load.ts";
import { serveCopy, signUpAnew } from "./servers.ts";

interface Expected {
  fileSystem: FileSystem;
  /** Of the data, inside the file system. */
  dataFolder: string;
  /** Undefined where nobody had one: then somebody signs up. */
  account: Account | undefined;
  facts: Facts;
}

/** How many of the latest shipments are asked for over HTTP; all are looked up in the databases. */
const askedShipments = 3;
const repeatedRequests = 2;

/** @param cwd where the medium is mounted and the server runs @returns what does not hold, one line each */
export async function checkMedium(cwd: string, medium: string, expected: Expected): Promise<string[]> {
  const { fileSystem, dataFolder } = expected;
  const folder = join(cwd, "medium");
  mkdirSync(folder, { recursive: true });
  try {
    // Mounting replays the file system's own log, and without that its checker would find faults.
    await mountImage(fileSystem, medium, folder);
    await unmount(folder);
    await checkFileSystem(fileSystem, medium);
    await mountImage(fileSystem, medium, folder);
  } catch (error) {
    return [String(error)];
  }
  try {
    const data = join(folder, dataFolder);
    return [...(await askServer(cwd, data, expected)), ...compareDatabases(data, expected.facts)];
  } catch (error) {
    return [String(error)];
  } finally {
    await unmount(folder);
  }
}

/** Starts the executable, asks it, and stops it in order. */
async function askServer(cwd: string, data: string, { account, facts }: Expected): Promise<string[]> {
  const serving = await serveCopy(cwd, data);
  const findings = await askAbout(serving.url, account, facts).catch((error) => [String(error)]);
  serving.kill("SIGTERM");
  const { exitCode, stderr } = await serving.exited;
  if (exitCode !== 0) findings.push(`The server stopped with exit code ${exitCode}: ${stderr}`);
  return findings;
}

async function askAbout(url: string, known: Account | undefined, { created }: Facts): Promise<string[]> {
  const { live } = clientOf(url, known ?? (await signUpAnew(url)));
  const findings: string[] = [];
  for (const [id] of [...created].slice(-askedShipments)) {
    const { body, text } = await live.get(`${platform}/shipments/${id}/events`);
    if (body?.data?.[0]?.type !== "shipment.created") findings.push(`The events of ${id}: ${text}`);
  }
  const repeatable = [...created].filter(([, { idempotencyKey }]) => idempotencyKey !== undefined);
  for (const [id, { number, idempotencyKey = "" }] of repeatable.slice(-repeatedRequests)) {
    const headers = { "idempotency-key": idempotencyKey };
    const { status, body, text } = await live.post(
      `${platform}/shipments`,
      numberedShipment(number),
      headers,
    );
    if (status !== 201 || body.id !== id) findings.push(`Creating ${id} again: ${status} ${text}`);
  }
  const { status, text } = await live.post(`${platform}/shipments`, numberedShipment(0));
  if (status !== 201) findings.push(`Creating a new shipment: ${status} ${text}`);
  return findings;
}
