import { shipmentBody } from "../support/fixtures.ts";
import { type Connection, requestBytes } from "./connection.ts";
import { ask } from "./load.ts";
import { compare, createBoth, type Pair, send, shipmentsPath, withPair } from "./pair.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";

/** Single requests with a live key, each beside the floor. */

const createTarget: Target = { atLeast: 0.35 };
const readTarget: Target = { atLeast: 0.6 };

export const requestScenarios: Scenario[] = [
  {
    name: "create",
    help: "creating shipments, until the last one was offered to every carrier",
    run: (bench) => withPair(bench, "create", (pair) => create(bench, pair)),
  },
  {
    name: "create-once",
    help: "the same with an Idempotency-Key",
    run: (bench) => withPair(bench, "create-once", (pair) => create(bench, pair, "create-once")),
  },
  {
    name: "read",
    help: "reading one shipment",
    run: (bench) =>
      withPair(bench, "read", async (pair) => {
        const requests = await createBoth(pair);
        return [
          await compare(bench, pair, {
            name: "read",
            what: "read a shipment",
            count: bench.count(30_000),
            waybill: send(requests.waybill),
            floor: send(requests.floor),
            target: readTarget,
          }),
        ];
      }),
  },
  {
    name: "list",
    help: "listing 20 shipments",
    run: (bench) =>
      withPair(bench, "list", async (pair) => {
        for (let made = 0; made < 20; made += 1) await createBoth(pair);
        const list = requestBytes("GET", shipmentsPath, { "X-API-Key": pair.keys.live });
        return [
          await compare(bench, pair, {
            name: "list",
            what: "list 20 shipments",
            count: bench.count(5_000),
            waybill: send(list),
            floor: send(list),
          }),
        ];
      }),
  },
];

async function create(bench: Bench, pair: Pair, name = "create"): Promise<Finding[]> {
  const once = name === "create-once";
  const headers = { "X-API-Key": pair.keys.live };
  const plain = requestBytes("POST", shipmentsPath, headers, shipmentBody());
  /** The last one to be made is the last one of some connection. */
  const newest = new Map<Connection, string>();
  const finding = await compare(bench, pair, {
    name,
    what: once ? "create a shipment with an Idempotency-Key" : "create a shipment",
    count: bench.count(10_000),
    async waybill(connection, index, round) {
      const key = { "Idempotency-Key": `${round}-${index}` };
      const request = once
        ? requestBytes("POST", shipmentsPath, { ...headers, ...key }, shipmentBody())
        : plain;
      newest.set(connection, (await ask(connection, request, 201)).body);
    },
    floor: send(plain, 201),
    async settle() {
      await Promise.all([...newest.values()].map((body) => untilQuoted(pair, JSON.parse(body).id)));
      newest.clear();
    },
    ...(once ? {} : { target: createTarget }),
  });
  return [finding];
}

export async function untilQuoted(
  { waybill, keys }: Pick<Pair, "waybill" | "keys">,
  id: string,
): Promise<void> {
  const response = await fetch(`${waybill.url}${shipmentsPath}/${id}/quotes?wait_seconds=30`, {
    headers: { "X-API-Key": keys.live },
  });
  const { status } = (await response.json()) as { status: string };
  if (status !== "complete") throw new Error(`the carriers were not asked within 30 s: ${status}`);
}
