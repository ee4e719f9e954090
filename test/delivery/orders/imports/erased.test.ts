import { afterAll, beforeAll, expect, test } from "bun:test";
import { valuesInFiles } from "../../../support/bytes.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { databaseRows } from "../../../support/database.ts";
import { platform } from "../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";
import {
  completed,
  csvOf,
  importsPath,
  orderCells,
  rowsOf,
  shop,
  shopDefaults,
  upload,
  uploadAs,
} from "../../../support/order-lists.ts";

/** What a list says of people goes with what was made of it, and seven days after its end in any case. */

const daySeconds = 86_400;
const clock = createClock();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

/** Everything that is stored, as text. */
function stored(): string {
  const cells = Object.values(databaseRows(server))
    .flat()
    .flatMap((row) => Object.values(row));
  return cells.map((cell) => (Buffer.isBuffer(cell) ? cell.toString("latin1") : cell)).join("\n");
}

function order(mark: string): string {
  const [reference = ""] = orderCells(1);
  return csvOf([[`${reference} ${mark}`, `Alex ${mark}`, `${mark} Street 7`, "10999", "Berlin", ""]]);
}

async function made(client: Client, text: string, options?: Parameters<typeof uploadAs>[2]) {
  const ready = await uploadAs(client, text, options);
  await client.post(`${importsPath}/${ready.id}/confirmation`, { rows: ready.valid });
  return completed(client, ready.id);
}

test("redacting a shipment erases the row that it was made of", async () => {
  const { live } = await server.account();
  const done = await made(live, order("MarkOfOne"));
  const [row] = await rowsOf(live, done.id);
  expect(row.cells).toContain("Alex MarkOfOne");
  await live.post(`${platform}/shipments/${row.shipment_id}/cancellation`, {});
  expect((await live.post(`${platform}/shipments/${row.shipment_id}/redaction`)).status).toBe(200);
  await jobsAtRest(server.deps);
  expect(await rowsOf(live, done.id)).toMatchObject([
    { status: "created", cells: null, values: null, shipment_id: row.shipment_id },
  ]);
  expect(stored()).not.toContain("MarkOfOne");
});

test("deleting a contact erases the row that it was made of, and a rider leaves none", async () => {
  const { live } = await server.account();
  const text = csvOf([["Alex MarkOfTwo", "", "markoftwo@example.com"]]);
  const fields = ["name", "phone", "email"];
  const done = await made(live, text, { fields, defaults: {}, query: "?kind=contacts" });
  const [row] = await rowsOf(live, done.id);
  expect(stored()).toContain("MarkOfTwo");
  expect((await live.delete(`${platform}/contacts/${row.contact_id}`)).status).toBe(204);
  await jobsAtRest(server.deps);
  expect(await rowsOf(live, done.id)).toMatchObject([{ cells: null, contact_id: row.contact_id }]);
  expect(stored().toLowerCase()).not.toContain("markoftwo");
});

test("the request log keeps nothing that a list says", async () => {
  const { live } = await server.account();
  const ready = await uploadAs(live, order("MarkOfThree"), { query: "?file_name=MarkOfThree.csv" });
  const values = { "delivery.contact.name": "Kim MarkOfThree" };
  await live.patch(`${importsPath}/${ready.id}/rows/2`, { values });
  const listed = await eventually("the requests are logged", async () => {
    const { body } = await live.get(`${platform}/requests?limit=100`);
    const routes = body.data.map(({ route }: { route: string }) => route);
    return routes.includes("patchImportRow") && routes.includes("createImport") ? body.data : undefined;
  });
  const answers = [];
  for (const { id } of listed) answers.push((await live.get(`${platform}/requests/${id}`)).text);
  expect(answers.length).toBeGreaterThan(4);
  expect([JSON.stringify(listed), ...answers].join("\n")).not.toContain("MarkOfThree");
});

test("an import that nobody confirms is discarded after a day, and erased after seven more", async () => {
  const { live } = await server.account();
  const pickup = { ...shop, contact: { name: "Shop MarkOfFour" } };
  const text = order("MarkOfFour");
  const ready = await uploadAs(live, text, {
    defaults: { ...shopDefaults, pickup },
    query: "?file_name=MarkOfFour.csv",
  });
  const path = `${importsPath}/${ready.id}`;
  clock.advance(daySeconds - 10);
  await jobsAtRest(server.deps);
  expect((await live.get(path)).body.status).toBe("ready");
  clock.advance(20);
  await jobsAtRest(server.deps);
  expect((await live.get(path)).body).toMatchObject({ status: "discarded", rows: 1 });
  expect(await rowsOf(live, ready.id)).toHaveLength(1);
  clock.advance(7 * daySeconds - 60);
  await jobsAtRest(server.deps);
  expect(stored()).toContain("MarkOfFour");
  clock.advance(120);
  await jobsAtRest(server.deps);
  expect((await live.get(path)).body).toMatchObject({
    status: "discarded",
    rows: 1,
    file_name: null,
    defaults: {},
  });
  expect(await rowsOf(live, ready.id)).toEqual([]);
  expect(stored()).not.toContain("MarkOfFour");
  expect(valuesInFiles(server.deps.config.data, ["MarkOfFour"])).toEqual([]);
  expect((await upload(live, text)).status).toBe(201);
});

test("a file that is discarded before it is read leaves no bytes", async () => {
  const { live } = await server.account();
  const { body } = await upload(live, order("MarkOfFive"));
  await live.delete(`${importsPath}/${body.id}`);
  await jobsAtRest(server.deps);
  clock.advance(7 * daySeconds + 60);
  await jobsAtRest(server.deps);
  expect(stored()).not.toContain("MarkOfFive");
});
