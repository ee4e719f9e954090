import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { addFleet } from "../support/carrier-rows.ts";
import { addDriver } from "../support/drivers.ts";
import { createFiller, type Filler, type Given, leavesOf, objectWith, valueAt } from "../support/filling.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { addOpenFleet } from "../support/fleets.ts";
import {
  type Client,
  readDocument,
  startServer,
  type TestAccount,
  type TestServer,
} from "../support/harness.ts";
import { uploadLogo } from "../support/images.ts";
import { type Documented, type OpenApi, operationsOf } from "../support/openapi.ts";
import { createOperator } from "../support/operator.ts";
import { createForm } from "../support/order-forms.ts";
import { addPerson } from "../support/people.ts";
import { otherStanding, standing, stopsFrom } from "../support/whole-shipments.ts";

/**
 * What a caller changes is changed: each member of every merge patch, alone, answers 200, and then the GET says it.
 * Operations and members come from the served document, so that a new one is tried without anybody thinking of it.
 */

/** How a GET says a member in other words. `said` is what it answered. */
interface SaidAs {
  place: RegExp;
  isSaid(said: never, value: never, pointer: string): boolean;
}

interface Change {
  client: Client;
  path: string;
  /** Of a list: which one it is. */
  id?: readonly [name: string, value: string];
  given?: Given;
  saidAs?: SaidAs[];
}

let server: TestServer;
let account: TestAccount;
let document: OpenApi;
let fill: Filler;
/** By operation: makes something to change. */
let changes: Record<string, () => Promise<Change>>;

/** Operations that change nothing that stays, each with its reason. */
const apart: Record<string, string> = {
  moveClock: "each member is a command to the clock, and none stays",
  patchImport: "the list is checked again, and what it says of columns decides the rest",
  patchImportRow: "its values are named as the columns are, and the row is checked again",
};

/** What responses say of Waybill's own, as a change may repeat it: `test/delivery/orders/shipments/sending-back.test.ts`. */
const repeated = /\/(address\/(geocode_source|geocode_precision|area\/\w+)|waited_minutes)$/;

/** Members that are valid together only: a place, and an amount of money. */
const pairs = /\/(latitude|longitude|amount|currency)$/;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  document = await readDocument(server.url);
  fill = createFiller(document);
  const { session: operator } = await createOperator(server);
  const { sandbox, session, accountId } = account;
  const ofOperator = (path: string) => ({ client: operator, path: `/api/v1/operator/${path}` });
  const ofAccount = (path: string) => ({ client: sandbox, path: `${platform}/${path}` });
  const inSandbox = "?environment=sandbox";
  const other = await server.account();
  const logo = await uploadLogo(account);
  const settings: Given = [
    [/\/settings$/, { dispatch: "nearest", radius_meters: 4_321, answer_seconds: 54 }],
    [/\/status$/, "active"],
  ];
  const driverOf = async (of: string | null) => (await addDriver(server, "sandbox", of, { onDuty: true })).id;
  const offDuty: Given = [[/\/on_duty$/, false]];
  const tokenOf = async (driver: string, of: typeof ofAccount, query: string): Promise<Change> => {
    const { client, path } = of(`drivers/${driver}/tokens`);
    const { body } = await client.post(`${path}${query}`, { name: "Traccar", kind: "positions" });
    return { client, path: `${path}/${body.id}${query}`, id: ["id", body.id] };
  };
  let tiers = 0;
  changes = {
    patchNotifications: async () => ({ client: session, path: "/api/v1/auth/notifications" }),
    patchMember: async () => {
      const { user } = await addPerson(server, accountId, "viewer");
      return { client: session, path: `/api/v1/account/members/${user.id}`, id: ["id", user.id] };
    },
    patchOperatorAccount: async () => ({
      ...ofOperator(`accounts/${other.accountId}`),
      given: [[/\/tier$/, "growth"]],
      saidAs: [
        {
          place: /^\/suspended$/,
          // Since when it is.
          isSaid: (said: { status: string }, value: boolean) => (said.status === "suspended") === value,
        },
      ],
    }),
    patchOperatorTier: async () => {
      tiers += 1;
      const name = `tier-${tiers}`;
      const limits = { requests_per_second: 100, burst: 100, requests_per_day: 100, storage_bytes: 100 };
      await operator.post("/api/v1/operator/tiers", { name, limits });
      return {
        ...ofOperator(`tiers/${name}`),
        id: ["name", name],
        given: [[/\/currency$/, "EUR"]],
        saidAs: [
          {
            place: /^\/(requests|burst|storage)/,
            // A limit stands in `limits`.
            isSaid: (said: { limits: Record<string, number> }, value, pointer) =>
              said.limits[pointer.slice(1)] === value,
          },
        ],
      };
    },
    patchContact: async () => {
      const address = { line1: "Torstraße 1", city: "Berlin", country: "DE" };
      const { body } = await sandbox.post(`${platform}/contacts`, { name: "Alex", address });
      return ofAccount(`contacts/${body.id}`);
    },
    patchOrderForm: async () => {
      await addOpenFleet(server, accountId);
      const { id } = await createForm(sandbox);
      // Another address of the customer has to be confirmed again, before orders need no approval.
      const confirm = () =>
        server.deps.stores
          .platform("sandbox")
          .write((tx) => void tx.run(sql`UPDATE order_forms SET email_confirmed_at = 1 WHERE id = ${id}`));
      const client: Client = {
        ...sandbox,
        async patch(...call) {
          await confirm();
          return sandbox.patch(...call);
        },
      };
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const given: Given = [[/\/country$/, "AT"], ...stopsFrom(25), [/\/paused_until$/, until]];
      return { ...ofAccount(`order-forms/${id}`), client, given };
    },
    patchSchedule: async () => {
      const { body: whole } = fill(schemaOf("createSchedule"), standing);
      const { body } = await sandbox.post(`${platform}/schedules`, whole);
      return { ...ofAccount(`schedules/${body.id}`), given: otherStanding };
    },
    patchShipment: async () => {
      const { body } = fill(schemaOf("createShipment"), [
        ...stopsFrom(24),
        [/^\/(simulation|accept|parcels)$/, null],
      ]);
      const { pickup, delivery } = body as Record<string, object>;
      const requirements = { photo: true };
      const { id } = await createShipment(sandbox, { pickup, delivery: { ...delivery, requirements } });
      return {
        ...ofAccount(`shipments/${id}`),
        given: [[/\/country$/, "AT"], ...stopsFrom(25)],
        saidAs: [
          {
            place: /^\/parcels$/,
            // Each has an id of its own.
            isSaid: ({ parcels: said }: { parcels: object[] }, value: object[]) =>
              said.length === value.length &&
              said.every((one, index) =>
                Object.entries(value[index] ?? {})
                  // Another shipment's id is ignored.
                  .filter(([name]) => name !== "id")
                  .every(([name, member]) => Bun.deepEquals((one as Record<string, unknown>)[name], member)),
              ),
          },
        ],
      };
    },
    patchCarrier: async () => ({
      ...ofAccount(`carriers/${await addFleet(server, "sandbox", accountId)}`),
      given: settings,
    }),
    patchOperatorCarrier: async () => ({
      ...ofOperator(`carriers/${await addFleet(server, "sandbox", null)}${inSandbox}`),
      given: [...settings, [/\/accounts\/0$/, accountId], [/\/currency$/, "EUR"]],
    }),
    patchDriver: async () => ({ ...ofAccount(`drivers/${await driverOf(accountId)}`), given: offDuty }),
    patchOperatorDriver: async () => ({
      ...ofOperator(`drivers/${await driverOf(null)}${inSandbox}`),
      given: offDuty,
    }),
    patchDriverToken: async () => tokenOf(await driverOf(accountId), ofAccount, ""),
    patchOperatorDriverToken: async () => tokenOf(await driverOf(null), ofOperator, inSandbox),
    patchWebhook: async () => {
      const { body } = await sandbox.post(`${platform}/webhooks`, {
        url: "http://127.0.0.1:65000/",
        events: ["carrier.failing"],
      });
      return {
        ...ofAccount(`webhooks/${body.id}`),
        given: [
          [/\/url$/, "http://127.0.0.1:65000/other"],
          [/\/enabled$/, false],
        ],
        saidAs: [
          {
            place: /^\/headers\//,
            // Values can be secrets; their names are shown.
            isSaid: (said: { header_names: string[] }, _value, pointer) =>
              said.header_names.includes(pointer.split("/")[2] ?? ""),
          },
        ],
      };
    },
    patchAccount: async () => {
      const { cookie } = await addPerson(server, accountId, "owner");
      const headers = { cookie, "sec-fetch-site": "same-origin", "x-environment": "sandbox" };
      const client = server.client(headers);
      return { ...ofAccount("account"), client, given: [[/\/logo_image_id$/, logo]] };
    },
  };
});
afterAll(() => server.stop());

const patching = (): Documented[] => operationsOf(document).filter(({ method }) => method === "PATCH");

function schemaOf(operationId: string) {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
  return Object.values(found?.operation.requestBody?.content ?? {})[0]?.schema ?? {};
}

/** What is changed, as its own GET or the list of its kind says it. */
async function read({ client, path, id }: Change): Promise<unknown> {
  const { status, body } = await client.get(id ? path.replace(/\/[^/?]+(\?|$)/, "$1") : path);
  expect([path, status]).toEqual([path, 200]);
  if (!id) return body;
  const [name, value] = id;
  return body.data.find((one: Record<string, unknown>) => one[name] === value);
}

/** The member at a pointer; a dictionary's names are the filler's. */
const memberAt = (pointer: string) => pointer.replace(/\/zq\w+k(?=\/|$)/g, "/*");
const isPair = (one: string, other: string) =>
  pairs.test(one) && pairs.test(other) && one.replace(pairs, "") === other.replace(pairs, "");

/**
 * Changes one member, with the one that it is only valid with.
 * @param before what the GET says
 * @returns what it says afterwards, and what is wrong
 */
async function tryOut(
  change: Change,
  operationId: string,
  { member, before }: { member: string; before: unknown },
): Promise<{ after: unknown; fault?: string }> {
  const other = change.saidAs?.find(({ place }) => place.test(member));
  const isSaid = (said: unknown, [pointer, value]: readonly [string, unknown]) =>
    other
      ? other.isSaid(said as never, value as never, pointer)
      : Bun.deepEquals(valueAt(said, pointer), value);
  // Some words are few: one of the next bodies has another than today's.
  for (let tries = 0; tries < 10; tries += 1) {
    const leaves = leavesOf(fill(schemaOf(operationId), change.given).body, "whole");
    const leaf = leaves.find(([each]) => memberAt(each) === member) ?? ["", undefined];
    if (isSaid(before, leaf)) continue;
    const sent = leaves.filter(([each]) => each === leaf[0] || isPair(each, leaf[0]));
    const answer = await change.client.patch(change.path, objectWith(sent));
    if (answer.status !== 200) return { after: before, fault: `${answer.status}: ${answer.text}` };
    if (change.id && leaf[0] === `/${change.id[0]}`) rename(change, String(leaf[1]));
    const after = await read(change);
    const unsaid = sent.find((each) => !isSaid(after, each));
    if (!unsaid) return { after };
    const [pointer, value] = unsaid;
    const fault = `is ${JSON.stringify(valueAt(after, pointer))} after ${JSON.stringify(value)} was answered 200`;
    return { after, fault };
  }
  return { after: before, fault: "has no value but today's" };
}

function rename(change: Change, name: string): void {
  change.path = change.path.replace(/[^/]+$/, name);
  change.id = ["name", name];
}

test("every operation with a merge patch is tried, and no other", () => {
  const found = patching().map(({ operation }) => operation.operationId);
  expect(found.length).toBeGreaterThan(10);
  expect([...Object.keys(changes), ...Object.keys(apart)].toSorted()).toEqual(found.toSorted());
});

test("every member of a merge patch changes what the GET says", async () => {
  const faults: string[] = [];
  let tried = 0;
  for (const { operation } of patching()) {
    const { operationId } = operation;
    const change = await changes[operationId]?.();
    if (!change) continue;
    const leaves = leavesOf(fill(schemaOf(operationId), change.given).body, "whole");
    const pointers = leaves.map(([each]) => each).filter((each) => !repeated.test(each));
    let before = await read(change);
    for (const [index, pointer] of pointers.entries()) {
      if (pointers.slice(0, index).some((each) => isPair(each, pointer))) continue;
      tried += 1;
      const member = memberAt(pointer);
      const { after, fault } = await tryOut(change, operationId, { member, before });
      if (fault !== undefined) faults.push(`${operationId} ${member} ${fault}`);
      before = after;
    }
  }
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(60);
});
