/** PocketBase with a collection of shipments, and a user who may create and read them. */

import { freePort } from "../support/free-port.ts";
import type { Served } from "./server.ts";
import { startProcess } from "./server.ts";

export const pocketBaseVariable = "WAYBILL_BENCH_POCKETBASE";
/** Whoever wants to compare builds it; the bench installs nothing. */
export const pocketBaseHelp = `PocketBase: GOBIN=$PWD go install github.com/pocketbase/pocketbase/examples/base@v0.39.0, then set ${pocketBaseVariable}=$PWD/base`;

export const recordsPath = "/api/collections/shipments/records";

const email = "bench@example.com";
const password = "correct horse battery";
const signedIn = "@request.auth.id != ''";
const columns = [
  ...["status", "tracking_number"].map((name) => ({ name, type: "text" })),
  ...["pickup", "delivery", "parcels"].map((name) => ({ name, type: "json" })),
];

export interface PocketBase extends Served {
  /** Of a user who is signed in. */
  token: string;
}

/** With its defaults, so with its own log of requests. */
export async function startPocketBase(executable: string, dataDir: string): Promise<PocketBase> {
  const folder = ["--dir", dataDir];
  const made = Bun.spawnSync([executable, "superuser", "upsert", email, password, ...folder]);
  if (!made.success) throw new Error(`PocketBase made no superuser: ${made.stderr.toString()}`);
  const address = `127.0.0.1:${freePort()}`;
  const url = `http://${address}`;
  const server = await startProcess([executable, "serve", "--http", address, ...folder], { url });
  const admin = await signIn(url, "_superusers");
  const collection = { name: "shipments", type: "base", fields: columns };
  const rules = { listRule: signedIn, viewRule: signedIn, createRule: signedIn };
  await post(url, "/api/collections", admin, { ...collection, ...rules });
  await post(url, "/api/collections/users/records", admin, { email, password, passwordConfirm: password });
  return { ...server, token: await signIn(url, "users") };
}

async function signIn(url: string, collection: string): Promise<string> {
  const path = `/api/collections/${collection}/auth-with-password`;
  const { token } = (await post(url, path, "", { identity: email, password })) as { token: string };
  return token;
}

async function post(url: string, path: string, token: string, body: object): Promise<unknown> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { Authorization: token, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`PocketBase: POST ${path} gave ${response.status}: ${await response.text()}`);
  return response.json();
}
