import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { flushRequests } from "../../src/access/request-log/recording.ts";
import { foundInFiles } from "../support/bytes.ts";
import { databaseRows } from "../support/database.ts";
import { alternativesOf, markPattern } from "../support/filling.ts";
import { platform } from "../support/fixtures.ts";
import { type Client, eventually, readDocument, startServer, type TestServer } from "../support/harness.ts";
import { liveMarkedLives, type MarkedLives } from "../support/marked-lives.ts";
import { type OpenApi, operationsOf, type Schema } from "../support/openapi.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

/**
 * What people said about a shipment is gone when it was erased: every text of every body that is about one is filled from
 * the served document, so that a new member, and the column behind it, cannot be forgotten.
 */

/** Texts that stay, each with its reason. By the operation that took them, with their pointer. */
const keptOnPurpose: readonly (readonly [place: RegExp, why: string])[] = [
  [
    /^sendDriverReports \/reports\/\d+\/id$/,
    "the id of a position, by which the driver's own track of 30 days knows a repeated one",
  ],
  [/ .*\/address\/(city|state)$/, "towns stay, for statistics: nobody is found by them"],
];

/** Texts of a deleted driver that stay. */
const keptOfDrivers: readonly (readonly [place: RegExp, why: string])[] = [
  [/ \/name$/, "the row stays for the assignments that the driver had, which keep the name"],
  [/ \/vehicle\/plate$/, "it says which vehicle came"],
];

/** What becomes of texts that are not about a shipment or a driver → the operations that take them. */
const elsewhere: Record<string, readonly string[]> = {
  "people: test/access/people/removal.test.ts": [
    ...[
      "signUp",
      "setUp",
      "signIn",
      "confirmEmail",
      "changePassword",
      "confirmSession",
      "confirmSecondFactor",
    ],
    ...[
      "requestPasswordReset",
      "resetPassword",
      "changeEmail",
      "invite",
      "readInvitation",
      "acceptInvitation",
    ],
  ],
  "the account itself: test/invariants/account-deletion.test.ts": [
    ...["issueKey", "patchAccount", "registerWebhook", "patchWebhook", "createCarrier", "patchCarrier"],
    ...["issueCarrierToken", "issueDriverToken", "putCarrierRateCard", "putCarrierLoad"],
  ],
  "the account's sandbox: test/invariants/reset.test.ts": [
    "startRushHour",
    "createStage",
    "putFaults",
    "startPractice",
  ],
  "the operator's own": [
    ...["patchOperatorAccount", "createOperatorTier", "patchOperatorTier", "createOperatorCarrier"],
    ...["patchOperatorCarrier", "issueOperatorCarrierToken", "issueOperatorDriverToken"],
    ...["putOperatorCarrierRateCard", "putOperatorCarrierLoad"],
  ],
  "codes, and what nobody stores: test/delivery/orders/order-forms": ["enterOrderCode", "estimateOrder"],
  "one function with the account's, which is tried": [
    ...["createOperatorDriver", "patchOperatorDriver", "reportForOperatorCarrier", "writeOperatorDriverNote"],
    ...["correctOperatorShipment", "addOperatorCharge", "enterOperatorDriverResults"],
    ...["requestOperatorRecall", "moveOperatorDeliveryWindows"],
  ],
  "ids of what there is": [
    ...[
      "acceptQuote",
      "acceptQuotes",
      "approveOrderRequest",
      "requestQuotes",
      "confirmDriverNotices",
      "copyShipments",
      "printLabels",
      "assignCarrierDriver",
      "assignOperatorCarrierDriver",
      "assignCarrierDrivers",
      "assignOperatorCarrierDrivers",
      "chooseOrder",
      "handCarrierOver",
    ],
    ...["chooseDriverOrder", "chooseOperatorDriverOrder", "showPublicPin", "showPublicProof"],
    ...["resendEvent"],
  ],
  "a list, whose rows are erased with what is made of them: test/delivery/orders/imports/erased.test.ts": [
    ...["patchImport", "patchImportRow"],
  ],
  "a device, which ends with its driver: test/access/devices": ["linkDevice", "sendPosition", "putPush"],
  "kept in the request log only, for its days": [
    ...["estimateShipment", "explainCarrierQuote", "explainOperatorCarrierQuote", "searchAddresses"],
    "locateAddress",
    "searchRecipients",
  ],
};

let server: TestServer;
let receiver: Receiver;
let lives: MarkedLives;
beforeAll(async () => {
  receiver = startReceiver();
  // As receivers under development do.
  receiver.answer = (number) => new Response(receiver.received[number]?.body);
  server = await startServer();
  lives = await liveMarkedLives(server, receiver.url);
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

const isIn = (table: typeof keptOnPurpose, place: string) => table.some(([fits]) => fits.test(place));
/** What of a table nothing needs. */
const idleIn = (table: typeof keptOnPurpose, places: readonly string[]) =>
  table.filter(([fits]) => !places.some((place) => fits.test(place))).map(([, why]) => why);

/** Whether a body has a text that the caller chooses. */
function hasText(document: OpenApi, schema: Schema): boolean {
  return alternativesOf(document, schema).some(({ type, format, properties = {}, items, ...rest }) => {
    const isTime = format === "date-time" || format === "date";
    if (type === "string") return rest.enum === undefined && rest.const === undefined && !isTime;
    if (typeof rest.additionalProperties === "object") return true;
    return [...Object.values(properties), ...(items ? [items] : [])].some((part) => hasText(document, part));
  });
}

test("every operation that takes a text is tried, or it is said what becomes of the text", async () => {
  const document = await readDocument(server.url);
  const taking = operationsOf(document)
    .filter(({ operation: { requestBody } }) => {
      const schema = requestBody?.content["application/json"]?.schema;
      return schema !== undefined && hasText(document, schema);
    })
    .map(({ operation }) => operation.operationId);
  const tried = [...lives.marks.values()].flatMap((place) => /^(\w+) \//.exec(place)?.[1] ?? []);
  const told = Object.values(elsewhere).flat();
  expect([...new Set([...tried, ...told])].toSorted()).toEqual(taking.toSorted());
  expect(told.filter((name) => tried.includes(name))).toEqual([]);
});

test("every text is stored, or its erasure would show nothing", () => {
  const cells = Object.values(databaseRows(server))
    .flat()
    .flatMap((row) => Object.values(row));
  const text = cells.map((cell) => (Buffer.isBuffer(cell) ? cell.toString("latin1") : cell)).join();
  const stored = new Set(text.toLowerCase().match(markPattern));
  // A driver, a contact, a schedule and an order form have the later of two names.
  const places = [...lives.marks].filter(
    ([mark, place]) => !stored.has(mark) && !/^create(Driver|Contact|Schedule|OrderForm) /.test(place),
  );
  expect(places.map(([, place]) => place)).toEqual([]);
});

test("a driver who is deleted leaves a name and a plate", async () => {
  const { account, driverId, marks } = lives;
  expect((await account.sandbox.delete(`${platform}/drivers/${driverId}`)).status).toBe(204);
  const { "sandbox.drivers": drivers, "sandbox.assignments": assignments } = databaseRows(server);
  const rows = JSON.stringify([drivers, assignments]);
  const own = [...marks].filter(([, place]) => /^((create|patch)Driver|writeDriverNote) /.test(place));
  expect(own.length).toBeGreaterThan(4);
  const left = own.filter(([mark]) => rows.includes(mark)).map(([, place]) => place);
  expect(left.filter((place) => !isIn(keptOfDrivers, place))).toEqual([]);
  expect(idleIn(keptOfDrivers, left)).toEqual([]);
});

const apartFromShipments = [
  {
    name: "deleted contact",
    of: "Contact",
    erase: ({ account, contactId }: MarkedLives) =>
      account.sandbox.delete(`${platform}/contacts/${contactId}`),
  },
  {
    name: "redacted schedule",
    of: "Schedule",
    erase: ({ account, scheduleId }: MarkedLives) =>
      account.sandbox.post(`${platform}/schedules/${scheduleId}/redaction`),
  },
  {
    name: "deleted order form, with what was ordered by it,",
    of: "OrderForm",
    also: ["placeOrder", "refuseOrderRequest"],
    erase: ({ account, orderFormId }: MarkedLives) =>
      account.sandbox.delete(`${platform}/order-forms/${orderFormId}`),
  },
];

test.each(apartFromShipments)("a $name leaves nothing in any file", async ({ of, also = [], erase }) => {
  const { marks } = lives;
  const operations = [`create${of}`, `patch${of}`, ...also];
  const own = [...marks].filter(([, place]) => operations.includes(place.split(" ")[0] ?? ""));
  expect(own.length).toBeGreaterThan(15);
  const leftIn = (found: ReadonlySet<string>) =>
    own.flatMap(([mark, place]) => (found.has(mark) ? place : []));
  const { data } = server.deps.config;
  await flushRequests(server.deps);
  expect(leftIn(foundInFiles(data, markPattern)).length).toBe(own.length);
  expect((await erase(lives)).status).toBeLessThan(300);
  const { db } = server.deps.stores.platform("sandbox");
  await eventually("the end of the erasure", () => db.all(sql`SELECT 1 FROM redactions`).length === 0);
  expect(leftIn(foundInFiles(data, markPattern))).toEqual([]);
});

test("no text of an erased shipment is shown, or stands in any file", async () => {
  const { account, ids, marks } = lives;
  const { sandbox: client } = account;
  for (const id of ids) {
    const answer = await client.post(`${platform}/shipments/${id}/redaction`);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
  }
  const { db } = server.deps.stores.platform("sandbox");
  await eventually("the end of the erasure", () => db.all(sql`SELECT 1 FROM redactions`).length === 0);

  const found = foundInFiles(server.deps.config.data, markPattern);
  const answers = await readAll(client, ids);
  const seen = new Set(answers.flatMap((text) => text.match(markPattern) ?? []));
  const ofShipments = [...marks].filter(
    ([, place]) =>
      !/^((create|patch)(Driver|Contact|Schedule|OrderForm)|writeDriverNote|placeOrder|refuseOrderRequest) /.test(
        place,
      ),
  );
  const placesIn = (left: Set<string>) => [
    ...new Set(ofShipments.flatMap(([mark, place]) => (left.has(mark) ? place : []))),
  ];
  const [stored, shown] = [placesIn(found), placesIn(seen)];
  expect({
    shown: shown.filter((place) => !isIn(keptOnPurpose, place)),
    stored: stored.filter((place) => !isIn(keptOnPurpose, place)),
    needless: idleIn(keptOnPurpose, stored),
  }).toEqual({ shown: [], stored: [], needless: [] });
});

/** What every GET about these shipments answers. Labels are drawn from the same rows. */
async function readAll(client: Client, ids: readonly string[]): Promise<string[]> {
  const { paths } = await readDocument(server.url);
  const about = /\/platform\/(shipments\/\{id\}|tracking\/\{shipmentId\})(?!.*(\{|stream|label))/;
  const templates = Object.keys(paths).filter((path) => paths[path]?.get && about.test(path));
  expect(templates.length).toBeGreaterThan(8);
  const texts: string[] = [];
  for (const id of ids)
    for (const template of templates) {
      const { status, text } = await client.get(template.replace(/\{\w+\}/, id));
      expect([template, status, text]).toEqual([template, 200, text]);
      texts.push(text);
    }
  return texts;
}
