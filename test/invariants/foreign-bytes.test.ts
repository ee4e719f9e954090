import { afterAll, beforeAll, expect, test } from "bun:test";
import { builtInCarriers, carrierKinds } from "../../src/delivery/carriers/registry.ts";
import { createCarrierWorld } from "../../src/delivery/carriers/world.ts";
import { inMemory } from "../../src/infra/deps.ts";
import { type Environment, environments } from "../../src/infra/environment.ts";
import { parseCidrs } from "../../src/infra/net/address.ts";
import { playCarrier } from "../support/carriers.ts";
import { type databaseRows, settledRows } from "../support/database.ts";
import { createFiller, type Filler, type Given, leftOut } from "../support/filling.ts";
import { createAssigned, platform } from "../support/fixtures.ts";
import { readDocument, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { pictures } from "../support/images.ts";
import { type Documented, operationsOf } from "../support/openapi.ts";
import { type Ids, type Kind, kindOf, marked, populate } from "../support/populated.ts";
import { startReceiver } from "../support/receiver.ts";
import { stopsFrom, unattended } from "../support/whole-shipments.ts";

/**
 * Nobody gets a byte of another account, whatever they call and wherever they put its ids: each operation of the document,
 * each kind of caller, the ids of both environments in the path, in each filter and in the body.
 */

/** Stands in every text of the victim, and in nothing that a caller sends. */
const mark = "qvzxwj";

/** Not called: they end the caller's own session, device or account, or take a password, which is long work. */
const left = [
  "signOut",
  "endOtherSessions",
  "disconnectDevice",
  "deleteAccount",
  "resetSandbox",
  "changePassword",
  "signIn",
  "signUp",
];

interface Caller {
  name: string;
  headers: Record<string, string>;
  /** What it may read of its own, so that a refused credential cannot pass for isolation. */
  own: string | undefined;
}

const receiver = startReceiver();
let server: TestServer;
let victim: TestAccount;
let victims: Record<Environment, Ids & Record<"token", string>>;
let callersAccount: TestAccount;
let callers: Caller[];
let documented: Documented[];
let fill: Filler;
/** What no answer may have. */
let secrets: string[];

beforeAll(async () => {
  const simulated = inMemory(() =>
    builtInCarriers(carrierKinds, "sandbox", (carrier) => createCarrierWorld(server.deps, carrier, [])),
  );
  const real = [playCarrier("real")];
  server = await startServer({
    config: {
      ephemeral: true,
      validateAnswers: "none",
      // Each call comes from an address of its own, so that the limit on wrong credentials hides no answer.
      trustedProxies: parseCidrs(["127.0.0.0/8", "::1/128"]),
    },
    replacements: { carriers: (environment) => (environment === "live" ? real : simulated(server.deps)) },
  });
  victim = await server.account();
  await victim.session.patch(
    `${platform}/account`,
    { name: `Account ${mark}` },
    { "x-environment": "sandbox" },
  );
  const sandbox = await populate(server, receiver.url, victim, "sandbox", mark);
  const live = await populate(server, receiver.url, victim, "live", mark);
  const { delivery, ...texts } = marked(mark);
  const withPin = { ...texts, delivery: { ...(delivery as object), requirements: { pin: true } } };
  const { shipment: open } = await createAssigned(victim.sandbox, withPin);
  const positions = await victim.sandbox.post(`${platform}/drivers/${sandbox.ids.driver}/tokens`, {
    name: `positions ${mark}`,
    kind: "positions",
  });
  secrets = [
    mark,
    sandbox.ids.token,
    live.ids.token,
    open.tracking_url.split("/").at(-1) ?? "",
    sandbox.secrets.carrier,
    sandbox.secrets.driver,
    live.secrets.carrier,
    live.secrets.driver,
    positions.body.secret,
    victim.sandboxKey,
    victim.liveKey,
  ];
  expect(secrets.every((secret) => secret.length > 5)).toBe(true);
  // Whoever has a tracking link may use it, and nobody here has.
  const withoutLink = (ids: Ids) => ({ ...ids, token: ids.shipment });
  victims = { sandbox: withoutLink(sandbox.ids), live: withoutLink(live.ids) };
  callersAccount = await server.account();
  callers = await callersOf(positions.body.secret);
  const document = await readDocument(server.url);
  const all = operationsOf(document);
  const isLeft = ({ operation }: Documented) => left.includes(operation.operationId) || isEndless(operation);
  expect(all.filter(({ operation }) => left.includes(operation.operationId))).toHaveLength(left.length);
  documented = all.filter((one) => !isLeft(one));
  fill = createFiller(document);
});

afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

async function callersOf(victimsPositions: string): Promise<Caller[]> {
  const account = callersAccount;
  const made = await Promise.all(
    environments.map(async (environment): Promise<Caller[]> => {
      const { ids, secrets: of } = await populate(server, receiver.url, account, environment);
      const positions = await account[environment].post(`${platform}/drivers/${ids.driver}/tokens`, {
        name: "positions",
        kind: "positions",
      });
      const key = environment === "sandbox" ? account.sandboxKey : account.liveKey;
      const samePage = { "sec-fetch-site": "same-origin" };
      const session = { ...samePage, cookie: account.cookie, "x-environment": environment };
      const shipments = `${platform}/shipments`;
      const me = `${driverApi}/me`;
      return [
        { name: "key", headers: { "x-api-key": key }, own: shipments },
        { name: "session", headers: session, own: shipments },
        { name: "carrier", headers: bearer(of.carrier), own: "/api/v1/carrier/assignments" },
        { name: "driver", headers: bearer(of.driver), own: me },
        { name: "device", headers: { ...samePage, cookie: of.device }, own: me },
        { name: "positions", headers: bearer(positions.body.secret), own: undefined },
      ].map((one) => ({ ...one, name: `${environment} ${one.name}` }));
    }),
  );
  return [
    ...made.flat(),
    { name: "the victim's own token for positions", headers: bearer(victimsPositions), own: undefined },
    { name: "nobody", headers: {}, own: undefined },
  ];
}

/** What members of a body and filters mean, by their names; the first that fits counts. */
const named: [RegExp, Kind][] = [
  [/shipment_ids?(\/\d+)?$|return_of$/, "shipment"],
  [/assignment_ids?(\/\d+)?$/, "assignment"],
  [/driver_ids?(\/\d+)?$/, "driver"],
  [/carrier_ids?(\/\d+)?$|\/carriers\/\d+$/, "carrier"],
  [/image_ids?(\/\d+)?$/, "logo"],
  [/webhook_ids?(\/\d+)?$/, "webhook"],
  [/event_ids?(\/\d+)?$/, "event"],
  [/(delivery|deliveries)_ids?(\/\d+)?$/, "delivery"],
  [/request_id$/, "request"],
  [/key_id$/, "key"],
  [/token_id$/, "driverToken"],
  [/target_id$/, "shipment"],
  [/device_id$/, "device"],
  [/user_id$|member_id$/, "member"],
  [/account_id$/, "stage"],
];

function givenOf(ids: Ids): Given {
  return [
    ...named.map(([place, kind]) => [place, ids[kind]] as const),
    [/\/stops\/\d+$/, `${ids.assignment}.pickup`],
    [/\/accounts\/\d+$/, victim.accountId],
    [/\/last_digits$/, "0000"],
    [/^\/code$/, "000000"],
    [/\/(sent_)?at$|since$/, new Date().toISOString()],
    [/\/(simulation|accept|script)$/, leftOut],
    ...unattended,
    ...stopsFrom(24),
  ];
}

const pathOf = ({ template }: Documented, ids: Ids, environment: Environment) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (template.startsWith("/api/v1/operator/accounts/")) return victim.accountId;
    const path = template.replace(/\{(\w+)\}/g, ":$1").replace("/operator/", "/platform/");
    try {
      return encodeURIComponent(ids[kindOf(path, name)]);
    } catch {
      // No id of anybody: a month, a name of a job, or something of the installation.
      return name === "month" ? "2026-10" : environment;
    }
  });

interface Call {
  method: string;
  path: string;
  body?: BodyInit;
  type?: string;
}

/** The calls of an operation with these ids: without a filter, and with each that takes an id or a text. */
function callsOf(one: Documented, ids: Ids, environment: Environment): Call[] {
  const { method, operation } = one;
  const path = pathOf(one, ids, environment);
  const content = operation.requestBody?.content ?? {};
  const schema = content["application/json"]?.schema;
  const [type] = Object.keys(content);
  const body = schema ? JSON.stringify(fill(schema, givenOf(ids)).body) : pictures.png;
  const sent = type === undefined ? {} : { body, type: schema ? "application/json" : type };
  const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
  const filters = inQuery.flatMap(({ name }) => {
    const kind = named.find(([place]) => place.test(name))?.[1];
    const text = kind ? ids[kind] : ["q", "reference"].includes(name) ? mark : undefined;
    return text === undefined ? [] : `${name}=${encodeURIComponent(text)}`;
  });
  const asked = operation.parameters.some(({ name }) => name === "environment")
    ? [`environment=${environment}`]
    : [];
  return ["", ...filters].map((filter) => {
    const query = [...asked, ...(filter === "" ? [] : [filter])].join("&");
    return { method, path: query === "" ? path : `${path}?${query}`, ...sent };
  });
}

const driverApi = "/api/v1/driver";
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
let calls = 0;

async function send({ method, path, body, type }: Call, headers: Record<string, string>) {
  calls += 1;
  const from = `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`;
  const answer = await fetch(`${server.url}${path}`, {
    method,
    redirect: "manual",
    headers: { ...headers, "x-forwarded-for": from, ...(type !== undefined && { "content-type": type }) },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  return { status: answer.status, text: `${JSON.stringify([...answer.headers])}\n${text}` };
}

/** Streams of events have no end. */
const isEndless = (operation: Documented["operation"]) =>
  Object.keys(operation.responses["200"]?.content ?? {}).join() === "text/event-stream";

/** The rows that are the victim's, as texts. What a caller wrote is its own, also where it names what is the victim's. */
function rowsOfVictim(rows: ReturnType<typeof databaseRows>): Set<string> {
  const ids = environments.flatMap((name) => {
    // A picture's name and a row's number are the same for everybody.
    const { picture: _, row: __, ...others } = victims[name];
    return Object.values(others);
  });
  const isVictims = (text: string) =>
    text.includes(victim.accountId) ||
    (!text.includes(callersAccount.accountId) && [mark, ...ids].some((one) => text.includes(one)));
  return new Set(
    Object.entries(rows).flatMap(([table, list]) =>
      list.map((row) => `${table} ${JSON.stringify(row)}`).filter(isVictims),
    ),
  );
}

/** What is in only one of them, cut to what says what it is. */
function changesOf(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  return [...before.symmetricDifference(after)].map((row) => row.slice(0, 300)).sort();
}

test("no call of anybody else gets a byte of an account, breaks the server, or changes a row of it", async () => {
  const before = rowsOfVictim(await settledRows(server));
  expect(before.size).toBeGreaterThan(100);
  const found: string[] = [];
  for (const one of documented) {
    for (const environment of environments) {
      const sent = callsOf(one, victims[environment], environment);
      for (const { name, headers } of callers) {
        for (const call of sent) {
          const { status, text } = await send(call, headers);
          const shown = secrets.filter((secret) => text.includes(secret));
          if (status >= 500 || shown.length > 0)
            found.push(`${call.method} ${call.path} by ${name}: ${status} ${shown.join()}`);
        }
      }
    }
  }
  expect(found).toEqual([]);
  expect(changesOf(before, rowsOfVictim(await settledRows(server)))).toEqual([]);
  expect(documented.length).toBeGreaterThan(200);
  expect(calls).toBeGreaterThan(5_000);
  // Nobody was refused for a credential that is not valid any more.
  for (const { name, headers, own } of callers.filter((caller) => caller.own !== undefined)) {
    const { status } = await send({ method: "GET", path: own ?? "" }, headers);
    expect([name, status]).toEqual([name, 200]);
  }
});

test("the account itself finds its texts in many answers, so that they would be found", async () => {
  const told = new Set<string>();
  for (const one of documented.filter(({ method }) => method === "GET")) {
    const [call] = callsOf(one, victims.sandbox, "sandbox");
    if (!call) continue;
    const { text } = await send(call, { "x-api-key": victim.sandboxKey });
    if (text.includes(mark)) told.add(one.operation.operationId);
  }
  expect([...told]).toEqual(
    expect.arrayContaining(["listShipments", "getShipment", "listDrivers", "listCarriers"]),
  );
  expect(told.size).toBeGreaterThan(15);
});
