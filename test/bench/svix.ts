/** svix-server with one application that has one endpoint. */

import { freePort } from "../support/free-port.ts";
import { connect, requestBytes } from "./connection.ts";
import { ask } from "./load.ts";
import { type Served, startProcess } from "./server.ts";

export const svixVariable = "WAYBILL_BENCH_SVIX";
export const svixDatabaseVariable = "WAYBILL_BENCH_SVIX_POSTGRES";
/** Whoever wants to compare builds it; the bench installs nothing. */
export const svixHelp = `svix-server: build https://github.com/svix/svix-webhooks (folder server), then set ${svixVariable} to the executable and ${svixDatabaseVariable} to an empty PostgreSQL database, postgresql://user:password@host/name`;

const secret = "a secret of the bench alone";

export interface Svix extends Served {
  /** The request that queues an event. */
  event: Buffer;
}

/** With its queue and cache in memory, as small installations run it. */
export async function startSvix(
  executable: string,
  database: string,
  hook: string,
  payload: object,
): Promise<Svix> {
  const address = `127.0.0.1:${freePort()}`;
  const env = {
    SVIX_DB_DSN: database,
    SVIX_JWT_SECRET: secret,
    SVIX_QUEUE_TYPE: "memory",
    SVIX_CACHE_TYPE: "memory",
    SVIX_LISTEN_ADDRESS: address,
    SVIX_LOG_LEVEL: "info",
    SVIX_WHITELIST_SUBNETS: "[127.0.0.1/32]",
  };
  const { stdout } = Bun.spawnSync([executable, "jwt", "generate"], { env });
  const [token] = /ey[\w.-]+/.exec(stdout.toString()) ?? [];
  if (token === undefined) throw new Error("svix-server made no token");
  const url = `http://${address}`;
  const headers = { Authorization: `Bearer ${token}` };
  const server = await startProcess([executable, "--run-migrations"], { env, url });
  const connection = await connect(url);
  const post = async (path: string, body: object, status: number) =>
    (await ask(connection, requestBytes("POST", `/api/v1/app/${path}`, headers, body), status)).body;
  const { id } = JSON.parse(await post("", { name: "bench" }, 201));
  await post(`${id}/endpoint/`, { url: hook, version: 1 }, 201);
  connection.close();
  const event = requestBytes("POST", `/api/v1/app/${id}/msg/`, headers, {
    eventType: "shipment.created",
    payload,
  });
  return { ...server, event };
}
