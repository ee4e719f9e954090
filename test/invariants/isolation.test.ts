import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createApp } from "../../src/app/app.ts";
import { builtInCarriers, carrierKinds } from "../../src/delivery/carriers/registry.ts";
import { createCarrierWorld } from "../../src/delivery/carriers/world.ts";
import { inMemory } from "../../src/infra/deps.ts";
import type { Environment } from "../../src/infra/environment.ts";
import { errorCatalog } from "../../src/infra/error-catalog.ts";
import { operationOf } from "../../src/infra/http/operation.ts";
import { expectProblem } from "../api/problem.ts";
import { plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { playCarrier } from "../support/carriers.ts";
import { databaseRows, settledRows } from "../support/database.ts";
import { openProofs, platform, shipmentBody } from "../support/fixtures.ts";
import {
  type Answer,
  type Client,
  readDocument,
  startServer,
  type TestAccount,
  type TestServer,
} from "../support/harness.ts";
import { pictures } from "../support/images.ts";
import { type Ids, type Kind, kindOf, populate, prefixes } from "../support/populated.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

/**
 * A caller sees its own account and environment only: everything else is answered like an id that never
 * existed. The routes come from the application, so that a new one is tried without anybody thinking of it.
 */

let server: TestServer;
let receiver: Receiver;
let caller: TestAccount;
/** Objects of each kind, each in a place of its own. */
let own: Ids;
/** The server of the caller's own carrier. */
let ownCarrier: Client;
/** The phone of the driver of the caller's own fleet. */
let ownDriver: Client;
let ownOrderer: Client;
let foreign: { name: string; ids: Ids }[];

/** Bodies that are right, so that nothing but the id is wrong. */
const bodies: Record<string, () => unknown> = {
  reportForCarrier: () => [
    { id: "r", assignment_id: "asg_none", at: new Date().toISOString(), type: "signal_lost" },
  ],
  rejectCarrierAssignment: () => ({ reason_code: "no_supply" }),
  assignCarrierDriver: () => ({ driver_id: own.driver }),
  issueCarrierToken: () => ({ name: "another" }),
  issueDriverToken: () => ({ name: "another", kind: "positions" }),
  chooseDriverOrder: () => ({ stops: [] }),
  patchDriver: () => ({ name: "changed" }),
  patchDriverToken: () => ({ time_source: "device" }),
  writeDriverNote: () => ({ text: "changed" }),
  putCarrierRateCard: () => plainCard,
  putCarrierLoad: () => ({ extra_minutes: 0, accepts_orders: true }),
  enterDriverResults: () => [
    { id: "r", assignment_id: "asg_none", at: new Date().toISOString(), type: "returned" },
  ],
  putDriverAbsence: () => ({ until: new Date(Date.now() + 3_600_000).toISOString(), jobs: "keep" }),
  explainCarrierQuote: () => shipmentBody(),
  patchCarrier: () => ({ name: "changed" }),
  patchMember: () => ({ role: "viewer" }),
  showPublicPin: () => ({ last_digits: "0000" }),
  showPublicProof: () => ({ last_digits: "0000" }),
  putPublicInstructions: () => ({ text: "changed" }),
  putPublicRating: () => ({ thumb: "up" }),
  patchContact: () => ({ name: "changed" }),
  redactContact: () => ({ shipments: 0 }),
  patchSchedule: () => ({ name: "changed" }),
  patchOrderForm: () => ({ name: "changed" }),
  patchImport: () => ({ take_duplicates: "all" }),
  patchImportRow: () => ({ values: { reference: "changed" } }),
  confirmImport: () => ({ rows: 1 }),
  patchShipment: () => ({ reference: "changed" }),
  correctShipment: () => ({ status: "failed", reason: "changed" }),
  requestRecall: () => ({ reason: "changed" }),
  addCharge: () => ({ kind: "waiting", amount: { amount: 100, currency: "EUR" }, reason: "changed" }),
  handCarrierOver: () => ({ accounts: null }),
  acceptQuote: () => ({ strategy: "cheapest" }),
  patchWebhook: () => ({ description: "changed", enabled: false }),
  replayEvents: () => ({ since: new Date(Date.now() - 3_600_000).toISOString() }),
  recoverDeliveries: () => ({ since: new Date(Date.now() - 3_600_000).toISOString() }),
};

interface Route {
  method: string;
  path: string;
  operationId: string;
  /** `person`: of the account, in an environment. */
  access: "platform" | "person" | "session" | "carrier" | "driver" | "public";
  kinds: Kind[];
  needsKey: boolean;
}

function routesWithIds(): Route[] {
  return (
    createApp(server.deps)
      // The files of reference and dashboard are the same for everybody. Links in mails lead to live shipments only.
      // The webhook addresses of carriers have a test of their own, with their secrets.
      .routes.filter(
        ({ path }) => path.includes(":") && !/^\/(docs|dashboard|stop-emails|hooks)\//.test(path),
      )
      .flatMap(({ method, path, hooks }) => {
        const {
          operationId,
          access,
          needsIdempotencyKey: needsKey = false,
        } = operationOf({
          method,
          path,
          hooks,
        });
        // Whoever runs the installation sees all accounts; nobody else comes as far as an id. A month is nobody's.
        if (access.kind === "operator" || path.endsWith("/statements/:month")) return [];
        const kinds = path.match(/:\w+/g)?.map((parameter) => kindOf(path, parameter.slice(1))) ?? [];
        const isPersons = access.kind === "platform" && access.sessionOnly === true;
        const { kind } = access;
        return [{ method, path, operationId, access: isPersons ? "person" : kind, kinds, needsKey }];
      })
  );
}

function send(route: Route, ids: Record<Kind, string>): Promise<Answer> {
  const path = route.path.replace(/:\w+/g, (parameter) =>
    encodeURIComponent(ids[kindOf(route.path, parameter.slice(1))]),
  );
  const client = {
    platform: caller.sandbox,
    person: server.client({
      cookie: caller.cookie,
      "sec-fetch-site": "same-origin",
      "x-environment": "sandbox",
    }),
    session: caller.session,
    carrier: ownCarrier,
    driver: ownDriver,
    public: route.path.startsWith("/api/v1/order-form/") ? ownOrderer : server.client(),
  }[route.access];
  if (route.operationId === "uploadImageForCarrier") {
    const headers = { "content-type": "image/png" };
    return client.send(path, { method: "POST", body: pictures.png, headers });
  }
  if (recipientsPage.test(route.path) && route.method === "POST") {
    return client.send(path, {
      method: "POST",
      body: new URLSearchParams({ text: "changed", digits: "0000" }),
    });
  }
  const body = bodies[route.operationId]?.();
  // Each request is one of its own.
  const key = route.needsKey ? { "idempotency-key": crypto.randomUUID() } : {};
  return client.send(path, {
    method: route.method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json", ...key } }),
  });
}

/** Every choice of at least one foreign id among the parameters of a path, the rest being the caller's own. */
function mixtures(kinds: readonly Kind[], others: Ids): Ids[] {
  const masks = Array.from({ length: 2 ** kinds.length - 1 }, (_, mask) => mask + 1);
  return masks.map((mask) => {
    const swapped = kinds.filter((_, index) => mask & (1 << index));
    return { ...own, ...Object.fromEntries(swapped.map((kind) => [kind, others[kind]])) };
  });
}

beforeAll(async () => {
  const simulated = inMemory(() =>
    builtInCarriers(carrierKinds, "sandbox", (carrier) => createCarrierWorld(server.deps, carrier, [])),
  );
  const real = [playCarrier("real")];
  receiver = startReceiver();
  server = await startServer({
    config: { ephemeral: true },
    replacements: { carriers: (environment) => (environment === "live" ? real : simulated(server.deps)) },
  });
  caller = await server.account();
  await openProofs(caller);
  const other = await server.account();
  const mine = await populate(server, receiver.url, caller, "sandbox");
  own = mine.ids;
  ownDriver = mine.phone;
  ownOrderer = mine.orderer;
  ownCarrier = mine.carrier;
  const idsOf = async (account: TestAccount, environment: Environment) =>
    (await populate(server, receiver.url, account, environment)).ids;
  const { make } = server.deps.ids;
  const never = Object.entries(prefixes).map(([kind, prefix]) => [kind, make(prefix)]);
  const wrongPrefix = Object.keys(prefixes).map((kind) => [kind, make(kind === "key" ? "usr" : "acct")]);
  foreign = [
    { name: "another account's", ids: await idsOf(other, "sandbox") },
    { name: "the other environment's", ids: await idsOf(caller, "live") },
    { name: "another account's in the other environment", ids: await idsOf(other, "live") },
    {
      name: "one that never existed",
      ids: {
        ...Object.fromEntries(never),
        picture: "no-such-picture",
        token: server.deps.ids.token(),
      } as Ids,
    },
    {
      name: "one of another prefix",
      ids: { ...Object.fromEntries(wrongPrefix), picture: make("acct"), token: make("shp") } as Ids,
    },
    { name: "another kind's", ids: { ...own, ...turned(own) } },
    { name: "no id at all", ids: fill("' OR 1=1 --") },
    { name: "a path", ids: fill("../../healthz") },
    { name: "another case's", ids: uppercased(own) },
  ];
});

afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

/** Each kind has the caller's own id of another kind. */
function turned(ids: Ids): Ids {
  const kinds = Object.keys(ids) as Kind[];
  return Object.fromEntries(
    kinds.map((kind, at) => [kind, ids[kinds[(at + 1) % kinds.length] ?? kind]]),
  ) as Ids;
}

function fill(text: string): Ids {
  const kinds = [...Object.keys(prefixes), "picture", "token", "row"];
  return Object.fromEntries(kinds.map((kind) => [kind, text])) as Ids;
}

function uppercased(ids: Ids): Ids {
  return Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, id.toUpperCase()])) as Ids;
}

/**
 * A key, session, person, invitation, logo or stage belongs to the account, not to an environment; a picture's name is the same for every
 * shipment, and a row's number for every import; and whoever has a tracking link may use it.
 */
function isForeign(kind: Kind, name: string): boolean {
  if (["key", "session", "member", "invitation", "logo", "stage"].includes(kind))
    return name !== "the other environment's";
  return !["picture", "token", "row"].includes(kind) || !/account's|environment's|another case's/.test(name);
}

test("the routes that take ids are there, and the caller's own ids open them", async () => {
  const routes = routesWithIds();
  expect(routes.length).toBeGreaterThan(25);
  const absence = (verb: string) =>
    routes.filter(({ operationId }) => operationId === `${verb}DriverAbsence`);
  // Who was never out has none.
  for (const route of absence("put")) expect((await send(route, own)).status).toBe(200);
  for (const route of routes.filter(({ method }) => method === "GET")) {
    const answer = await send(route, own);
    // A request has no label yet.
    const status = route.operationId === "getOwnOrderLabel" ? 409 : 200;
    expect(`${route.path} ${answer.status}`).toBe(`${route.path} ${status}`);
  }
  for (const route of absence("delete")) expect((await send(route, own)).status).toBe(204);
});

/** It answers people, and says the same in HTML; not its style sheet. */
const recipientsPage = /^\/t\/:token(?!\/brand\.css)/;

describe("ids that are not the caller's", () => {
  test("are all answered alike, and nothing changes", async () => {
    const before = await settledRows(server);
    const routes = routesWithIds();
    let tried = 0;
    for (const { name, ids } of foreign) {
      for (const route of routes) {
        const kinds = route.kinds.filter((kind) => isForeign(kind, name));
        for (const mixture of mixtures(kinds, ids)) {
          const answer = await send(route, mixture);
          const what = `${route.method} ${route.path} with ${name} (${kinds.join()})`;
          tried += 1;
          if (recipientsPage.test(route.path)) {
            expect([answer.status, answer.headers.get("content-type")]).toEqual([
              404,
              "text/html; charset=utf-8",
            ]);
            expect(answer.text).toContain("Delivery not found");
            continue;
          }
          expect(`${what}: ${answer.status} ${answer.body?.code}`).toBe(`${what}: 404 not_found`);
          expectProblem(server, answer, { status: 404, code: "not_found" });
          expect(answer.body.detail).toBe(errorCatalog.not_found.detail);
        }
      }
    }
    expect(tried).toBeGreaterThan(250);
    expect(databaseRows(server)).toEqual(before);
  });
});

/** What the filters that take an id stand for; carriers are everybody's. */
const idFilters: Record<string, Kind | undefined> = {
  shipment_id: "shipment",
  schedule_id: "schedule",
  order_form_id: "orderForm",
  target_id: "key",
  key_id: "key",
  token_id: "carrierToken",
  request_id: "request",
  carrier_id: undefined,
  driver_id: "driver",
};

interface List {
  path: string;
  /** Each with what its ids stand for. */
  filters: (readonly [name: string, kind: Kind | undefined])[];
  /** Belongs to the account, whatever the environment. */
  ofAccount: boolean;
}

/** Every operation that answers with a list, of those that are not the operator's. */
async function documentedLists(): Promise<List[]> {
  const { paths } = await readDocument(server.url);
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!/^list/.test(get?.operationId ?? "") || /\/operator\//.test(path)) return [];
    const filters = (get?.parameters ?? []).map(({ name }) => name).filter((name) => name?.endsWith("_id"));
    const kinds = filters.map((name) => {
      if (!(name in idFilters)) throw new Error(`say what ${name} of ${path} stands for`);
      return [name, idFilters[name]] as const;
    });
    const ofAccount = !path.startsWith(platform) || path.endsWith("/stages");
    return [{ path: path.replace(/\{(\w+)\}/g, ":$1"), filters: kinds, ofAccount }];
  });
}

test("every list, and every filter that takes an id, shows the caller's own rows only", async () => {
  const lists = await documentedLists();
  expect(lists.length).toBeGreaterThan(12);
  for (const { path, filters, ofAccount } of lists) {
    const isCarriers = path.startsWith("/api/v1/carrier/");
    const ofPlatform = path.startsWith(platform) ? caller.sandbox : caller.session;
    const isOrderers = path.startsWith("/api/v1/order-form/");
    const client = isOrderers ? ownOrderer : isCarriers ? ownCarrier : ofPlatform;
    const ownPath = path.replace(/:\w+/g, (parameter) => own[kindOf(path, parameter.slice(1))]);
    const answer = await client.get(ownPath);
    expect([path, answer.status, answer.body.data.length > 0]).toEqual([path, 200, true]);
    // The path of a logged request is what the caller wrote itself.
    const told = JSON.stringify(answer.body.data, (key, value) => (key === "path" ? undefined : value));
    const others = foreign.slice(0, 3).filter(({ name }) => !ofAccount || name !== "the other environment's");
    for (const { ids } of others) {
      const { picture: _, token: __, row: ___, ...foreignIds } = ids;
      const shown = Object.values(foreignIds).filter((id) => told.includes(id));
      expect([path, shown]).toEqual([path, []]);
      for (const [name, kind] of filters) {
        if (kind === undefined) continue;
        const filtered = await client.get(`${ownPath}?${name}=${ids[kind]}`);
        expect([path, name, filtered.status, filtered.body.data]).toEqual([path, name, 200, []]);
      }
    }
  }
});
