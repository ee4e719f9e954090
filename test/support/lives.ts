import { createShipment, platform } from "./fixtures.ts";
import type { Answer, Client } from "./harness.ts";

/** Whole lives of a shipment, told so that two of them can be compared: times count from the start, ids are numbered. */

/** What a tester does, and how many seconds after the start. */
interface Deed {
  at: number;
  does: "accept" | "cancel" | "requote" | "release" | "address";
}

export interface Life {
  /** With `speed` and `seed`, of the shipment. */
  simulation: Record<string, unknown>;
  deeds: readonly Deed[];
  /** How many seconds after the last deed it is told. */
  lasts: number;
}

/** How the time of a life passes. */
export interface Passing {
  client: Client;
  now(): number;
  /** Resolves when all that fell due in these seconds is done. */
  pass(seconds: number): Promise<void>;
}

/** Lives it, and tells everything that the account can read about it. `url` is a receiver of webhooks. */
export async function live(life: Life, { client, now, pass }: Passing, url: string): Promise<unknown> {
  const startedAt = now();
  const inbox = await register(client, "waybill:inbox");
  const hook = await register(client, url);
  const simulation = { speed: 1, seed: "life", ...life.simulation };
  const { id } = await createShipment(client, { simulation });
  for (const { at, does } of life.deeds) {
    await pass(at - (now() - startedAt) / 1000);
    await perform(client, id, does);
  }
  await pass(life.lasts);
  const told = await tell(client, id, [inbox, hook]);
  for (const webhook of [inbox, hook]) await client.delete(`${platform}/webhooks/${webhook}`);
  return comparable(told, startedAt);
}

async function register(client: Client, url: string): Promise<string> {
  const { status, body, text } = await client.post(`${platform}/webhooks`, { url, events: ["shipment.*"] });
  if (status !== 201) throw new Error(`registering an endpoint gave ${status}: ${text}`);
  return body.id;
}

async function perform(client: Client, id: string, does: Deed["does"]): Promise<void> {
  const path = `${platform}/shipments/${id}`;
  switch (does) {
    case "accept":
      await client.post(`${path}/assignments`, { strategy: "cheapest" });
      return;
    case "cancel":
      await client.post(`${path}/cancellation`, {});
      return;
    case "requote":
      await client.post(`${path}/quotes`);
      return;
    case "release": {
      const { assignment } = (await client.get(path)).body;
      await client.delete(`${path}/assignments/${assignment?.id ?? "asg_none"}`);
      return;
    }
    case "address":
      await client.patch(path, { reference: "moved" }, { "content-type": "application/merge-patch+json" });
      return;
  }
}

async function tell(client: Client, id: string, webhooks: readonly string[]) {
  const path = `${platform}/shipments/${id}`;
  const read = async (from: string): Promise<Answer["body"]> => (await client.get(from)).body;
  const logs = await Promise.all(
    webhooks.map(async (webhook) => {
      const { data } = await read(`${platform}/webhooks/${webhook}/deliveries?limit=100`);
      const whole = data.map((row: { id: string }) =>
        read(`${platform}/webhooks/${webhook}/deliveries/${row.id}`),
      );
      return Promise.all(whole);
    }),
  );
  const tracking = await read(`${platform}/tracking/${id}`);
  const link = String(tracking.tracking_url).split("/").at(-1);
  return {
    shipment: await read(path),
    quotes: await read(`${path}/quotes?wait_seconds=0`),
    assignments: await read(`${path}/assignments`),
    events: await read(`${path}/events?limit=100`),
    tracking,
    positions: await read(`${platform}/tracking/${id}/positions?limit=100`),
    recipient: await read(`/api/v1/track/${link}`),
    attention: await read(`${platform}/attention?shipment_id=${id}`),
    inbox: sorted(
      (await read(`${platform}/sandbox/inbox?limit=100&shipment_id=${id}`)).data.map(withoutHeaders),
    ),
    deliveries: logs.map(sorted),
  };
}

/** The bodies are read, so that their times and ids can be compared. */
function withoutHeaders({ headers: _headers, body, ...message }: { headers: unknown; body: string }) {
  return { ...message, body: JSON.parse(body) };
}

/** Endpoints hear of events that happened in the same millisecond in any order. */
function sorted<T>(entries: readonly T[]): T[] {
  const keyOf = (entry: T) =>
    JSON.stringify(entry, (key, value) => (/^(id|.*_id)$/.test(key) ? undefined : value));
  return [...entries].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** What no two lives have in common, and no reader could tell apart. */
const unlike =
  /^(hash|chain|etag|duration_ms|tracking_url|tracking_number|url|sha256|proof_head|request|date|pin|code_hash|last_at|signature|cause)$/;
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const identifier = /\b[a-z]{3,4}_[0-9a-z]{20,}\b/g;
const link = /\/(track|t)\/[\w-]+/;

function comparable(told: unknown, startedAt: number): unknown {
  const names = new Map<string, string>();
  const nameOf = (id: string) => {
    const name = names.get(id) ?? `${id.slice(0, 3)}_${names.size}`;
    names.set(id, name);
    return name;
  };
  const text = JSON.stringify(told, (key, value) => {
    if (unlike.test(key)) return undefined;
    if (typeof value !== "string") return value;
    if (timestamp.test(value)) return `${(Date.parse(value) - startedAt) / 1000} s`;
    return value.replace(identifier, nameOf).replace(link, "/$1/…");
  });
  return JSON.parse(text);
}
