import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { flushRequests } from "../../src/access/request-log/recording.ts";
import { markedShipment, valuesInFiles } from "../support/bytes.ts";
import { advance, createAssigned, createShipment, platform, shipmentBody } from "../support/fixtures.ts";
import { eventually, startServer, type TestServer } from "../support/harness.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

/** What is deleted stands in no file of the data folder, byte by byte: not in free pages, logs or the request log. */

const shipmentsOfOne = 20;

let server: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  receiver = startReceiver();
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

test("the databases hold no compressed text that this search would miss", () => {
  const { accounts, telemetry, platform: platformOf } = server.deps.stores;
  const blobs = [accounts, telemetry, platformOf("live")].flatMap(({ db }) =>
    db
      .all<{ place: string }>(
        sql`SELECT tables.name || '.' || columns.name AS place FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND columns.type = 'BLOB'`,
      )
      .map(({ place }) => place),
  );
  // Pictures, the keys of the installation, and what carriers and lists have, which Waybill takes uncompressed.
  expect(blobs.toSorted()).toEqual([
    "account_images.content",
    "carrier_hooks.body",
    "carrier_labels.content",
    "image_contents.content",
    "import_files.bytes",
    "installation.value",
    "proof_images.content",
  ]);
});

test("after a reset of the sandbox no value of its shipments is left, and another account keeps its own", async () => {
  const [account, other] = [await server.account(), await server.account()];
  const dataDir = server.deps.config.data;
  receiver.answer = () => new Response(`thank you, ${marked[0]?.values[0]}`);
  await account.sandbox.post(`${platform}/webhooks`, { url: receiver.url, events: ["*"] });
  const marked = Array.from({ length: shipmentsOfOne }, (_, index) => markedShipment(`zq${100 + index}kv`));
  const kept = Array.from({ length: shipmentsOfOne }, (_, index) => markedShipment(`xj${100 + index}wp`));
  for (const [index, { body }] of marked.entries()) {
    const { shipment } = await createAssigned(account.sandbox, body);
    const contact = { ...body.delivery.contact, name: `changed${body.delivery.contact.name}` };
    const changed = await account.sandbox.patch(`${platform}/shipments/${shipment.id}`, {
      delivery: { contact },
    });
    expect(changed.status).toBe(200);
    if (index % 4 === 0) await advance(account.sandbox, shipment.id, "delivered");
    const wrong = shipmentBody({ ...body, parcels: [] });
    expect((await account.sandbox.post(`${platform}/shipments`, wrong)).status).toBe(422);
    await createShipment(other.sandbox, kept[index]?.body);
  }
  await eventually("deliveries", () => receiver.received.length > shipmentsOfOne || undefined);
  await flushRequests(server.deps);
  const values = marked.flatMap((one) => one.values);
  const before = valuesInFiles(dataDir, values);
  expect(before.filter((found) => found.startsWith("telemetry.db")).length).toBeGreaterThan(shipmentsOfOne);
  expect(before.filter((found) => found.startsWith("sandbox.db")).length).toBeGreaterThanOrEqual(
    values.length,
  );

  expect((await account.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);

  expect(valuesInFiles(dataDir, values)).toEqual([]);
  const keptValues = kept.flatMap((one) => one.values);
  const inSandbox = valuesInFiles(dataDir, keptValues).filter((found) => found.startsWith("sandbox.db:"));
  expect(inSandbox).toHaveLength(keptValues.length);
});
