import { platform, shipmentBody } from "../../support/fixtures.ts";
import { csvOf, orderCells, shipmentFields, shopDefaults } from "../../support/order-lists.ts";
import type { Item } from "./catalog.ts";
import type { World } from "./world.ts";

/** What reads or writes many rows, or fat ones. */

const fatBytes = 50_000;
const fatCount = 100;
const rowsCount = 5_000;
const gzip = { "accept-encoding": "gzip" };
const keyed = ({ account }: World) => ({ "x-api-key": account.keys.live });

const ready = async (world: World, path: string, isReady: (body: { status: string }) => boolean) => {
  for (;;) {
    const body = await world.call(world.account.keys.live, "GET", path);
    if (isReady(body)) return body;
    await Bun.sleep(200);
  }
};

let importId = "";

async function checkImport(world: World): Promise<void> {
  const text = csvOf(Array.from({ length: rowsCount }, (_, index) => orderCells(index)));
  const made = await world.send(`${platform}/imports`, {
    headers: { ...keyed(world), "content-type": "text/csv" },
    body: text,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  importId = made.body.id;
  const { columns } = await ready(world, `/imports/${importId}`, ({ status }) => status !== "checking");
  await world.call(world.account.keys.live, "PATCH", `/imports/${importId}`, {
    columns: columns.map(({ index }: { index: number }) => ({ index, field: shipmentFields[index] ?? null })),
    defaults: shopDefaults,
  });
  await ready(world, `/imports/${importId}`, ({ status }) => status !== "checking");
}

async function makeImport(world: World): Promise<void> {
  const { valid } = await world.call(world.account.keys.live, "GET", `/imports/${importId}`);
  await world.call(world.account.keys.live, "POST", `/imports/${importId}/confirmation`, { rows: valid });
  await ready(world, `/imports/${importId}`, ({ status }) => status !== "running");
}

async function addFat(world: World): Promise<void> {
  const metadata = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`k${index}`, "x".repeat(Math.min(500, fatBytes / 50))]),
  );
  const texts = { description: "D".repeat(200) };
  const parcels = Array.from({ length: 50 }, () => ({
    ...texts,
    weight_grams: 1_000,
    reference: "R".repeat(60),
  }));
  for (let made = 0; made < fatCount; made += 1) {
    await world.call(world.account.keys.live, "POST", "/shipments", shipmentBody({ metadata, parcels }));
  }
}

const read =
  (path: string, headers: Record<string, string> = {}, method = "GET") =>
  async (world: World): Promise<void> => {
    const { status, body } = await world.send(path, { method, headers: { ...keyed(world), ...headers } });
    if (status >= 400) throw new Error(`${path} gave ${status}: ${JSON.stringify(body)}`);
  };

/** As many members as fit into the body of one object, and into that of a batch. */
const junk = (count: number, member: (index: number) => string) =>
  `{${Array.from({ length: count }, (_, index) => member(index)).join()}}`;
const junkBodies: Record<string, [path: string, text: string]> = {
  "90 000 unknown fields": ["/shipments", junk(90_000, (index) => `"x${index}":1`)],
  "11 000 unknown fields, within 128 KiB": ["/shipments", junk(11_000, (index) => `"x${index}":1`)],
  "metadata of 10 000": ["/shipments", `{"metadata":${junk(10_000, (index) => `"x${index}":"1"`)}}`],
  "40 000 empty parcels": ["/shipments", `{"parcels":[${Array(40_000).fill("{}").join()}]}`],
  "a batch of 90 000 unknown fields": ["/shipments/batch", junk(90_000, (index) => `"x${index}":1`)],
  "a batch of 340 000 empty objects": [
    "/shipments/batch",
    `{"shipments":[${Array(340_000).fill("{}").join()}]}`,
  ],
  "100 shipments of 900 unknown fields": [
    "/shipments/batch",
    `{"shipments":[${Array(100)
      .fill(junk(900, (index) => `"x${index}":1`))
      .join()}]}`,
  ],
};

export const listItems: Item[] = [
  { name: "100 fat shipments made", run: addFat },
  { name: "list of 100 fat shipments", run: read(`${platform}/shipments?limit=100`) },
  { name: "the same, gzip", run: read(`${platform}/shipments?limit=100`, gzip) },
  { name: "the same, HEAD", run: read(`${platform}/shipments?limit=100`, {}, "HEAD") },
  { name: "the same as CSV", run: read(`${platform}/shipments?limit=100`, { accept: "text/csv" }) },
  { name: "their events", run: read(`${platform}/events?limit=100`) },
  { name: "their events, gzip", run: read(`${platform}/events?limit=100`, gzip) },
  { name: `import of ${rowsCount} rows: checked`, run: checkImport },
  { name: `import of ${rowsCount} rows: made`, run: makeImport },
  {
    name: "searches",
    run: async (world) => {
      for (const q of ["alex", "ORD-49", "oranien", "a b", "zzzz"])
        await read(`${platform}/shipments?limit=100&q=${encodeURIComponent(q)}`)(world);
    },
  },
  { name: "export", run: read(`${platform}/export`) },
  { name: "needs by group", run: read(`${platform}/attention/groups`) },
  ...Object.entries(junkBodies).map(([name, [path, text]]) => ({
    name: `junk: ${name}`,
    async run(world: World) {
      const headers = { ...keyed(world), "content-type": "application/json" };
      const { status } = await world.send(platform + path, { headers, body: text });
      // A batch answers for each of its items.
      if (status < 400 && status !== 200) throw new Error(`${name} was taken`);
    },
  })),
];
