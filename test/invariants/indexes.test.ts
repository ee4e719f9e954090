import { afterAll, beforeAll, expect, test } from "bun:test";
import Database from "better-sqlite3";
import { carrierClient } from "../support/carrier-client.ts";
import { addCarrier } from "../support/carrier-rows.ts";
import { addDriver } from "../support/drivers.ts";
import { advance, createAssigned, platform } from "../support/fixtures.ts";
import { type Client, readDocument, startServer, type TestServer } from "../support/harness.ts";
import type { Schema } from "../support/openapi.ts";
import { createOperator } from "../support/operator.ts";
import { createForm, knownDevice } from "../support/order-forms.ts";
import { csvOf, orderCells, upload } from "../support/order-lists.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { type StatementWatch, scansOf, watchStatements } from "../support/statements.ts";

/**
 * Every filter of every list has an index: no statement that it runs scans a table that grows. The lists and their
 * filters come from the OpenAPI document, the statements from the driver, the plans from SQLite.
 */

/** A search looks at texts, where no index helps, and at a bounded number of rows. A cursor is tried by other tests. */
const left = ["q", "cursor"];
const schemaPath = "#/components/schemas/";
/** Values that filters without examples are tried with. */
const values: Record<string, string> = {
  reference: "order-1",
  created_after: "2026-01-01T00:00:00Z",
  updated_after: "2026-01-01T00:00:00Z",
  created_before: "2036-01-01T00:00:00Z",
  delivery_after: "2026-01-01T00:00:00Z",
  delivery_before: "2036-01-01T00:00:00Z",
  target_id: "key_none",
  tier: "free",
  route: "createShipment",
  cause: "2k9x7q1m4c8a",
};

let server: TestServer;
let receiver: Receiver;
let watch: StatementWatch;
beforeAll(async () => {
  server = await startServer({ config: { ephemeral: true } });
  receiver = startReceiver();
  watch = watchStatements();
});
afterAll(async () => {
  watch.stop();
  await server.stop();
  await receiver.stop();
});

test("a scan would be found", () => {
  const database = new Database(":memory:");
  database.exec("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT)");
  const scan = (source: string) => scansOf({ database, source, args: [] });
  expect(scan("SELECT * FROM things WHERE name = 'a' LIMIT 1")).toEqual(["SCAN things"]);
  expect(scan("SELECT * FROM things WHERE id = 1")).toEqual([]);
  expect(scan("SELECT * FROM things ORDER BY id DESC LIMIT 1")).toEqual([]);
  database.close();
});

test("no filter of a list scans a table that grows", async () => {
  const operator = await createOperator(server);
  const account = await server.account();
  const { paths, components } = await readDocument(server.url);
  const { body: webhook } = await account.sandbox.post(`${platform}/webhooks`, {
    url: receiver.url,
    events: ["*"],
  });
  await account.sandbox.post(`${platform}/webhooks`, { url: "waybill:inbox", events: ["*"] });
  const { shipment } = await createAssigned(account.sandbox);
  await advance(account.sandbox, shipment.id, "delivered");
  const { body: events } = await account.sandbox.get(`${platform}/events`);
  const ids: Record<string, string> = {
    shipments: shipment.id,
    tracking: shipment.id,
    webhooks: webhook.id,
    events: events.data[0].id,
    carriers: await addCarrier(server, "sandbox", account.accountId),
    drivers: (await addDriver(server, "sandbox", account.accountId)).id,
    imports: (await upload(account.sandbox, csvOf([orderCells(1)]))).body.id,
  };
  const carrier = await carrierClient(server, account, ids.carriers ?? "", account.accountId);
  const installed: Record<string, string> = {
    carriers: await addCarrier(server, "sandbox", null),
    drivers: (await addDriver(server, "sandbox", null)).id,
  };
  const form = await createForm(account.sandbox);
  const customerOf = await knownDevice(server, form.token);
  const clientOf = (path: string): Client => {
    if (path.includes("/order-form/")) return customerOf;
    if (path.includes("/operator/")) return operator.session;
    if (path.includes("/carrier/")) return carrier;
    return path.startsWith(platform) ? account.sandbox : account.session;
  };

  const tried: string[] = [];
  const scans: string[] = [];
  for (const [path, { get }] of Object.entries(paths)) {
    if (get === undefined || !/^list/.test(get.operationId)) continue;
    const isOperators = path.includes("/operator/");
    const filled = path.replace(
      /(\w+)\/\{\w+\}/,
      (_, noun: string) => `${noun}/${(isOperators ? installed : ids)[noun]}`,
    );
    const filters = get.parameters.filter(({ in: place, name }) => place === "query" && !left.includes(name));
    const queries = filters.flatMap(({ name, schema }) => {
      const resolved = schema.$ref ? components.schemas[schema.$ref.slice(schemaPath.length)] : schema;
      return fittingValues(name, resolved ?? {}).map((value) => `?${name}=${encodeURIComponent(value)}`);
    });
    // A list that has no pages is short.
    if (!filters.some(({ name }) => name === "limit")) continue;
    const environment = filters.find(({ name, required }) => name === "environment" && required);
    for (const query of environment ? ["?environment=sandbox"] : ["", ...queries]) {
      watch.take();
      const answer = await clientOf(path).get(`${filled}${query}`);
      expect([path, query, answer.status]).toEqual([path, query, 200]);
      tried.push(`${path}${query}`);
      scans.push(
        ...watch
          .take()
          .flatMap((one) => scansOf(one).map((line) => `${path}${query}: ${line}: ${one.source}`)),
      );
    }
  }
  expect(tried.length).toBeGreaterThan(40);
  expect([...new Set(scans)]).toEqual([]);
});

/** Values that fit: every word that is allowed, and an id that nothing has. */
function fittingValues(name: string, schema: Schema): string[] {
  const words = schema.enum ?? schema["x-known-values"];
  if (words !== undefined) return words.map(String);
  if (schema.pattern?.startsWith("^[1-5]")) return ["404", "4xx"];
  const prefix = /^\^(\w+_)\[/.exec(schema.pattern ?? "")?.[1];
  if (prefix !== undefined) return [`${prefix}${"0".repeat(26)}`];
  const listed = /^\^\(([^)]+)\)/.exec(schema.pattern ?? "")?.[1]?.replaceAll("\\", "");
  if (listed !== undefined) return listed.split("|");
  const value = values[name] ?? schema.minimum;
  if (value === undefined) throw new Error(`say what ${name} is tried with`);
  return [String(value)];
}
