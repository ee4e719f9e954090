import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { exampleCard } from "../src/delivery/carriers/kinds/fleet/example.ts";
import { parseCidrs } from "../src/infra/net/address.ts";
import { plainCard } from "./delivery/carriers/kinds/fleet/support.ts";
import { createArbitraries, type Rules } from "./support/arbitrary.ts";
import { createShipment, openProofs, platform, shipmentBody } from "./support/fixtures.ts";
import { type Client, readDocument, startServer } from "./support/harness.ts";
import { pictures } from "./support/images.ts";
import { startMailServer } from "./support/mail-server.ts";
import { type Documented, operationsOf, type Parameter } from "./support/openapi.ts";
import { createOperator } from "./support/operator.ts";
import { playKind } from "./support/played-kind.ts";
import { startReceiver } from "./support/receiver.ts";
import { createWorld, type Place } from "./support/world.ts";

/**
 * Whoever knows nothing but the OpenAPI document finds the server as it says. Every answer is held against the
 * document by the client that all tests use. `FUZZ_SEED` and `FUZZ_RUNS` make other and longer walks.
 */

const seed = Number(Bun.env.FUZZ_SEED ?? 20260131);
const runs = Number(Bun.env.FUZZ_RUNS ?? 20);
const dayMs = 86_400_000;
/** What a wrong request is told before anything is looked up. */
const faulty = [400, 415, 422];
/** What a right request can meet besides success: something that is not there, or in another state. */
const refusals = [304, 404, 409];
const daysOfFleets = ["getDriverDaysOfFleet", "getOperatorDriverDaysOfFleet"];
const daysOfDrivers = ["getDriverDays", "getOperatorDriverDays", ...daysOfFleets];
const knownRefusals: Record<string, number[]> = {
  signIn: [401, 429],
  signOut: [401],
  // It needs a fleet with drivers.
  startPractice: [409, 422],
  setUp: [403],
  confirmEmail: [403],
  linkDevice: [403, 429],
  // One link a day.
  requestEmailVerification: [429],
  changeEmail: [429],
  confirmSecondFactor: [409, 422],
  replaceRecoveryCodes: [409],
  resetPassword: [403],
  readInvitation: [403],
  acceptInvitation: [403],
  // The link is of a delivered shipment without a PIN, and takes only so many requests.
  showPublicPin: [404, 409, 429],
  showPublicProof: [404, 409, 429],
  putPublicInstructions: [404, 409, 429],
  putPublicRating: [404, 409, 429],
  // A logo that was never uploaded.
  patchAccount: [422],
  // Who looks as an account is no operator until the end of it.
  startOperatorView: [403],
  // A code that nobody was sent, a service that the form does not have, and more than it takes in a day.
  enterOrderCode: [403, 409],
  estimateOrder: [409, 422],
  placeOrder: [409, 422, 429],
  // A label of what nobody has approved.
  getOwnOrderLabel: [404, 409],
  // Orders without an approval need a customer whose address is confirmed, and a place its coordinates.
  createOrderForm: [409, 422],
  patchOrderForm: [304, 404, 409, 422],
  // An agreed price for a service that no rate card has.
  approveOrderRequest: [404, 409, 422],
  // A shipment that is not delivered, and a reserved name in its metadata.
  createReturn: [404, 409, 422],
  // An agreed price for a service that no rate card has.
  createShipment: [422],
  // A requirement that contradicts what the shipment is to do undelivered.
  patchShipment: [304, 404, 409, 422],
  acceptQuote: [404, 409, 422],
  // A time before the pickup, a picture that nobody uploaded, and an amount in another currency.
  correctShipment: [404, 409, 422],
  correctOperatorShipment: [404, 409, 422],
  addCharge: [404, 409, 422],
  addOperatorCharge: [404, 409, 422],
  // A time before the request.
  confirmRecall: [404, 409, 422],
  confirmOperatorRecall: [404, 409, 422],
  // Whose form does not let its customer.
  recallOwnOrder: [403, 404, 409],
  // Whose account has the fleet is no operator here.
  handCarrierOver: [403, 404, 409, 422],
  // As many expectations as jobs.
  assignCarrierDrivers: [404, 409, 422],
  assignOperatorCarrierDrivers: [404, 409, 422],
  // Most pairs of days are in the wrong order, or far apart.
  ...Object.fromEntries(daysOfDrivers.map((operationId) => [operationId, [400, 404]])),
  // Only a token for positions has a source of times.
  ...Object.fromEntries(
    ["issueDriverToken", "issueOperatorDriverToken", "patchDriverToken", "patchOperatorDriverToken"].map(
      (name) => [name, [304, 404, 409, 422]],
    ),
  ),
  // Two times that make no span, or one of long ago.
  getWebhookStatistics: [400, 404],
  // A part of an address for a contact that has none.
  patchContact: [304, 404, 409, 422],
  // A template names drivers and services that are none, and windows and spans that make none.
  createSchedule: [403, 409, 422],
  patchSchedule: [304, 403, 404, 409, 422],
  // Shipments or a day, not both and not neither.
  copyShipments: [422],
  // An address needs a town or a postal code.
  estimateShipment: [409, 422],
  // Only carriers make labels in some formats.
  getShipmentLabel: [404, 406, 409],
  // A delay or a window, not both and not neither.
  moveDeliveryWindows: [422],
  moveOperatorDeliveryWindows: [422],
  // A name that no field has.
  patchImport: [304, 404, 409, 422],
  patchImportRow: [304, 404, 409, 422],
  // Most numbers have more than two decimals.
  createOperatorCarrier: [409, 422],
  patchOperatorCarrier: [304, 404, 409, 422],
};
/**
 * Who signs in needs the right password or code, who has a link its token, and who reads a backup one that was made. A
 * recipient's PIN and instructions need a shipment on its way, a return one that was delivered, a logo an account that
 * has one, and a statement a live key. A correction needs a time after the pickup, a charge the currency of the price, a handover an operator.
 * An agreed price, which most bodies of an acceptance have, needs a service of an own fleet, and a search a geocoder.
 * So does the template of a schedule. A copy needs either shipments or a day, and another time either a delay or a window. A confirmation needs the number of rows,
 * and a correction of one a field. Days of all drivers need a carrier that is a fleet. A recall needs goods on their way with a rider.
 */
const needingMore = [
  "putPush",
  "testPush",
  "confirmImport",
  "patchImportRow",
  "signIn",
  "setUp",
  "confirmEmail",
  "linkDevice",
  "confirmSecondFactor",
  "replaceRecoveryCodes",
  "resetPassword",
  "readInvitation",
  "acceptInvitation",
  "getPublicLogo",
  ...["getOrderFormLogo", "getOwnOrderLabel", "enterOrderCode"],
  ...["startPractice", "clearPractice"],
  "createReturn",
  "handCarrierOver",
  "printLabels",
  ...["correctShipment", "correctOperatorShipment", "addCharge", "addOperatorCharge"],
  ...["requestRecall", "confirmRecall", "withdrawRecall", "recallOwnOrder"],
  ...["requestOperatorRecall", "confirmOperatorRecall", "withdrawOperatorRecall"],
  "showPublicPin",
  "showPublicProof",
  "putPublicInstructions",
  ...["dismissOperatorNeed", "takeOperatorDismissalBack"],
  "takeOperatorBackup",
  "getOperatorBackup",
  "checkOperatorBackup",
  "downloadOperatorBackup",
  "getStatement",
  ...daysOfFleets,
  "acceptQuote",
  ...["createSchedule", "patchSchedule", "copyShipments"],
  ...["moveDeliveryWindows", "moveOperatorDeliveryWindows"],
  "searchAddresses",
  // No driver has handed over anywhere.
  "forgetPlace",
];

/** Passwords are hashed, receivers are called, and an export holds all that the others have made. */
const takingLong = ["signUp", "changePassword", "confirmSession", "exportAccount", "testOperatorAlarms"];

const ofBothEnvironments = ["getAccountImage"];

const receiver = startReceiver();
const mailServer = await startMailServer();
const played = playKind();
played.readWebhook = () => ({ kind: "ignored", reason: "It is about no shipment." });
const server = await startServer({
  replacements: { kinds: played.kinds },
  config: {
    ephemeral: true,
    trustedProxies: parseCidrs(["127.0.0.0/8", "::1/128"]),
    smtpUrl: mailServer.url,
    smtpFrom: "waybill@example.com",
  },
});
afterAll(async () => {
  await server.stop();
  await mailServer.stop();
  await receiver.stop();
});
const account = await server.account();
await openProofs(account);
/** For what takes everything away. */
const other = await server.account();
/** Closed by its owner, and kept again. */
const leaving = await server.account();
const operator = await createOperator(server);
/** The operator's session that looks as an account. */
const looking = await signInAgain();
const world = await createWorld(server, account, receiver.url, await server.account());
const shipment = await createShipment(account.sandbox);
const document = await readDocument(server.url);
const operations = operationsOf(document).sort((one, next) => rank(one) - rank(next));

async function signInAgain(): Promise<Client> {
  const { headers } = await server
    .client()
    .post("/api/v1/auth/sign-in", { email: operator.email, password: account.password });
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  return server.client({ cookie, "sec-fetch-site": "same-origin" });
}

/** What others need is taken away last. */
function rank({ method, operation }: Documented): number {
  if (operation.operationId === "signOut") return 2;
  return method === "DELETE" ? 1 : 0;
}

const soon = (fromMs: number, toMs: number) =>
  fc.integer({ min: fromMs, max: toMs }).map((ms) => new Date(Date.now() + ms).toISOString());
const windowAhead = (daysMin: number, daysMax: number) =>
  fc
    .tuple(fc.integer({ min: daysMin, max: daysMax }), fc.integer({ min: 10, max: 5000 }))
    .map(([days, minutes]) => {
      const start = Date.now() + days * dayMs;
      return { start: new Date(start).toISOString(), end: new Date(start + minutes * 60_000).toISOString() };
    });
const window = windowAhead(1, 14);
/** A delivery window must not end before the pickup window begins. */
const laterWindow = windowAhead(15, 29);
const replacing = (change: fc.Arbitrary<object>) => (fitting: fc.Arbitrary<unknown>) =>
  fc.tuple(fitting, change).map(([value, members]) => ({ ...(value as object), ...members }));

let emails = 0;
/** Of nobody so far. */
const newEmail = fc.constant("fuzz").map((name) => {
  emails += 1;
  return `${name}.${emails}@example.com`;
});

let codes = 0;
/** With a code that is free. */
const newCarrier = fc.constant("fuzz").map((name) => {
  codes += 1;
  return { kind: "played", code: `${name}_${codes}`, settings: { base_url: "https://example.com/waybill" } };
});
const changedCarrier = {
  name: fc.constantFrom("City Riders", "Fast Riders"),
  status: fc.constantFrom("active", "paused"),
};

/** The two stops of a patch have one schema. */
const withLaterDelivery = (fitting: fc.Arbitrary<unknown>) =>
  fc.tuple(fitting, laterWindow).map(([value, window]) => {
    const patch = value as { delivery?: { window?: object | null } };
    return patch.delivery?.window ? { ...patch, delivery: { ...patch.delivery, window } } : patch;
  });

const expiry = fc.record({ expires_at: fc.oneof(fc.constant(null), soon(60_000, 900 * dayMs)) });

function hasEffect(key: unknown): boolean {
  const { environment, scopes } = key as { environment: string; scopes?: string[] };
  return environment === "sandbox" || scopes?.join() !== "sandbox:write";
}

/** The rules of time and state that the descriptions tell. */
interface FuzzedScript {
  cancellation?: { answer: string };
  quotes?: { carrier: string }[];
  steps?: { type: string }[];
  attempts?: { type: string }[][];
}

/** Steps that fit together: in the order of their times, and not too many. */
function sound(steps: { type: string; at?: string }[]): { type: string }[] {
  return steps
    .slice(0, 20)
    .filter(({ type }) => type !== "ride")
    .map(({ at: _, ...step }) => step);
}

const rules: Rules = {
  WindowInput: () => window,
  WindowPatch: () => window,
  DeliveryInput: replacing(fc.record({ window: fc.oneof(fc.constant(null), laterWindow) })),
  PatchShipment: withLaterDelivery,
  CreateKey: (fitting) => replacing(expiry)(fitting.filter(hasEffect)),
  CreateStage: replacing(
    fc.record(
      { key_expires_at: fc.oneof(fc.constant(null), soon(60_000, 900 * dayMs)) },
      { requiredKeys: [] },
    ),
  ),
  RecoverDeliveries: () => fc.record({ from: soon(-13 * dayMs, -1000), to: soon(0, dayMs) }),
  ReplayEvents: replacing(
    fc.record({
      from: soon(-13 * dayMs, -1000),
      to: soon(0, dayMs),
      // Older spellings, which would contradict them.
      since: fc.constant(undefined),
      until: fc.constant(undefined),
    }),
  ),
  Confirm: () => fc.constant({ password: account.password }),
  ChangePassword: () => fc.constant({ current_password: other.password, new_password: other.password }),
  // The tier keeps its name, under which others look for it.
  PatchTier: (fitting) => fitting.map((value) => ({ ...(value as object), name: "growth" })),
  PatchAccount: () => fc.record({ tier: fc.constantFrom("free", "scale"), suspended: fc.boolean() }),
  RateCardInput: () => fc.constantFrom<object>(exampleCard, plainCard),
  // One too many of them stays below the largest body, which has another refusal.
  RateCardZonePriceInput: (fitting) =>
    fitting.map((value) => {
      const { weight_steps: _, ...pair } = value as { weight_steps?: unknown };
      return pair;
    }),
  ExplainQuote: () => fc.constantFrom<object>({ shipment_id: shipment.id }, shipmentBody()),
  CreateCarrier: replacing(newCarrier),
  CreateOperatorCarrier: replacing(newCarrier.map((carrier) => ({ ...carrier, accounts: null }))),
  PatchCarrier: () => fc.record(changedCarrier, { requiredKeys: [] }),
  PatchOperatorCarrier: () => fc.record(changedCarrier, { requiredKeys: [] }),
  CreateDriver: replacing(fc.constantFrom(...world.fleets.map((carrier_id) => ({ carrier_id })))),
  AssignDriver: () => fc.constantFrom(...world.drivers.map((driver_id) => ({ driver_id }))),
  PatchDriver: replacing(fc.constant({ on_duty: false })),
  SetCarrierLoad: replacing(fc.record({ until: soon(300_000, 30 * dayMs) })),
  SetDriverAbsence: replacing(fc.record({ until: soon(300_000, 300 * dayMs) })),
  // By the phone's clock, and within a day of the tap.
  SetDuty: () =>
    fc.record(
      {
        on_duty: fc.boolean(),
        until: soon(300_000, dayMs / 2),
        at: soon(-dayMs / 3, 0),
        sent_at: soon(-60_000, 60_000),
      },
      { requiredKeys: ["on_duty"] },
    ),
  SignUp: replacing(fc.record({ email: newEmail, password: fc.uuid() })),
  TrackerReport: replacing(fc.constant({ device_id: world.positionToken })),
  TrackerLocation: replacing(fc.record({ timestamp: soon(-dayMs, 0) })),
  // It leads from one address to the other.
  GpsFaultInput: (fitting) =>
    fitting.map((value) => {
      const { meters: _, seconds: __, ...fault } = value as { from_seconds: number; [name: string]: unknown };
      return { ...fault, from_seconds: fault.from_seconds % 18, to_seconds: 31_536_000 };
    }),
  SimulationInput: (fitting) =>
    fitting.map((value) => {
      const { route: _, ...sent } = value as { route?: unknown; outcome?: string; script?: FuzzedScript };
      if (!sent.script) return sent;
      // A script may plan no position that a fault could change.
      const { outcome: __, gps_faults: ___, ...simulation } = sent as typeof sent & { gps_faults?: unknown };
      const { quotes = [], steps = [], attempts = [], cancellation, ...script } = sent.script;
      const carriers = [...new Set(quotes.map(({ carrier }) => carrier))].map((carrier) => ({ carrier }));
      return {
        ...simulation,
        script: {
          ...script,
          ...(carriers.length > 0 && { quotes: carriers }),
          ...(cancellation && { cancellation: { answer: cancellation.answer } }),
          steps: sound(steps),
          attempts: attempts.map(sound),
        },
      };
    }),
  // A clock only moves forward, and the windows of other requests are a few days ahead.
  MoveClock: () => fc.record({ advance_seconds: fc.constantFrom(0.5, 60) }),
  FaultRule: () =>
    fc.record({ operation: fc.constant("listAttention"), status: fc.constantFrom(429, 500, 503) }),
};
const sighting = {
  id: fc.constant(world.positionToken),
  lat: fc.integer({ min: -90, max: 90 }).map(String),
  lon: fc.integer({ min: -180, max: 180 }).map(String),
  location: fc.constant("52.5145,13.4101"),
  timestamp: soon(-dayMs, 0),
};
/** Lists that would wait for something to come, and continue after a thing or from a time. */
const atOnce = (fitting: fc.Arbitrary<unknown>) =>
  fitting.map((query) => {
    const { wait_seconds: _, after: __, ...rest } = query as Record<string, string>;
    return rest;
  });
/** Rules for parameters. */
const queryRules: Rules = {
  // The shipment has one piece.
  getShipmentLabel: (fitting) =>
    fitting.map((value) => ("piece" in (value as object) ? { ...(value as object), piece: 1 } : value)),
  listEvents: atOnce,
  listInboxMessages: atOnce,
  sendPosition: replacing(fc.record(sighting)),
  sendPositionByQuery: replacing(fc.record(sighting)),
};
const { fitting, broken, brokenText } = createArbitraries(
  document,
  {
    "date-time": fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(8e13) })
      .map((date) => date.toISOString()),
    date: soon(-300 * dayMs, 0).map((time) => time.slice(0, 10)),
    "idn-email": fc.emailAddress(),
    phone: fc.stringMatching(/^\+[1-9][0-9]{6,14}$/),
    uri: fc.webPath().map((path) => receiver.url + path),
  },
  rules,
  seed,
);

interface Call {
  path: string;
  /** Whether it has a key by which it could be repeated. */
  once?: boolean;
  body?: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

const signed: Record<string, Client> = {
  signOut: other.session,
  changePassword: other.session,
  endOtherSessions: other.session,
  resetSandbox: other.sandbox,
  moveClock: other.sandbox,
  removeClock: other.sandbox,
  putFaults: other.sandbox,
  deleteAccount: leaving.session,
  keepAccount: leaving.session,
  startOperatorView: looking,
  endOperatorView: looking,
};

function clientFor(documented: Documented): Client {
  const { operationId, security } = documented.operation;
  if (signed[operationId]) return signed[operationId];
  if (documented.template.startsWith("/api/v1/operator/")) return operator.session;
  if (security.length === 0) return server.client();
  if (isByLink(documented)) return world.orderer();
  if (security.some((way) => "carrier_token" in way)) return world.carrier;
  if (security.some((way) => "driver_token" in way)) return world.driver;
  if (hasTokenInRequest(documented)) return server.client();
  return byKey(documented) ? account.sandbox : account.session;
}

let keys = 0;

function send(client: Client, documented: Documented, { path, body, headers, once }: Call) {
  if (once) keys += 1;
  const key = once ? { "idempotency-key": `fuzz ${keys}` } : {};
  // A key has an environment, a session names it.
  const environment = byKey(documented) ? {} : { "x-environment": "sandbox" };
  return client.send(path, {
    method: documented.method,
    headers: { ...environment, ...key, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

function parametersOf({ operation }: Documented, place: Parameter["in"]): Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === place);
}

/** Mostly something that is there; else what never was. */
function pathOf(documented: Documented): fc.Arbitrary<string> {
  const names = parametersOf(documented, "path").map(({ name }) => name);
  const nowhere = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.stringMatching(/^[a-zé_%]{3,9}$/)])),
  );
  const there = world.places(documented.template);
  const places =
    there.length === 0 ? nowhere : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...there) }, nowhere);
  return places.map((place) => pathTo(documented, place as Place));
}

/** Only what is there, or was. */
function pathsThere(documented: Documented): fc.Arbitrary<string> {
  const places = parametersOf(documented, "path").length === 0 ? [{}] : world.places(documented.template);
  return fc.constantFrom(...places).map((place) => pathTo(documented, place));
}

function pathTo({ template }: Documented, place: Place): string {
  return template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(place[name] ?? ""));
}

/** Without cursors, which only a list itself can give; spans of time are the right way round. */
function queryOf(documented: Documented): fc.Arbitrary<Record<string, string>> {
  const filters = parametersOf(documented, "query").filter(({ name }) => name !== "cursor");
  const required = filters.filter((parameter) => parameter.required).map(({ name }) => name);
  const members = filters.map(({ name, schema }) => [name, fitting(schema).map(String)]);
  const made = fc
    .record(Object.fromEntries(members), { requiredKeys: required as never[] })
    .map((query: Record<string, string>) => {
      const { created_before, delivery_before, to, ...rest } = query;
      if (rest.created_after === undefined && created_before !== undefined)
        return { ...rest, created_before };
      if (rest.delivery_after === undefined && delivery_before !== undefined)
        return { ...rest, delivery_before };
      return rest.from === undefined && to !== undefined ? { ...rest, to } : rest;
    });
  const rule = queryRules[documented.operation.operationId];
  return rule ? (rule(made) as typeof made) : made;
}

function withQuery(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}

function withParameter(path: string, name: string, values: string[]): string {
  const [place, query] = path.split("?");
  const parameters = new URLSearchParams(query);
  parameters.delete(name);
  for (const value of values) parameters.append(name, value);
  return `${place}?${parameters}`;
}

const json = { "content-type": "application/json" };

const formHead = Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
/** Bodies that are no JSON. */
const uploads: Record<string, Uint8Array<ArrayBuffer>> = {
  "image/jpeg": pictures.jpeg,
  "image/png": pictures.png,
  "image/webp": pictures.lossy,
  "multipart/form-data": Buffer.concat([formHead, pictures.png, Buffer.from("\r\n--x--\r\n")]),
};
const contentTypes: Record<string, string> = { "multipart/form-data": "multipart/form-data; boundary=x" };

function bodiesOf({ operation: { requestBody } }: Documented): fc.Arbitrary<Pick<Call, "body" | "headers">> {
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => {
    const value =
      type in uploads ? fc.constant(uploads[type]) : fitting(schema).map((made) => JSON.stringify(made));
    return value.map((body = "") => ({ body, headers: { "content-type": contentTypes[type] ?? type } }));
  });
  return fc.oneof(...(requestBody?.required ? [] : [fc.constant({ headers: {} })]), ...bodies);
}

function rightCalls(
  documented: Documented,
  paths = pathOf(documented),
  contents = bodiesOf(documented),
): fc.Arbitrary<Call> {
  const needsKey = parametersOf(documented, "header").some(
    ({ name, required }) => required && name === "Idempotency-Key",
  );
  return fc.tuple(paths, queryOf(documented), contents, fc.boolean()).map(([path, query, content, once]) => ({
    path: withQuery(path, query),
    ...content,
    once: once || needsKey,
  }));
}

/** Without a body: making one takes longer than all else. */
function bareCalls(documented: Documented, paths = pathOf(documented)): fc.Arbitrary<Call> {
  return rightCalls(documented, paths, fc.constant({ headers: {} }));
}

/** Calls without a body of something that is there, in the environment where it is. */
function foundCalls(documented: Documented): fc.Arbitrary<Call> {
  return bareCalls(documented, pathsThere(documented)).map((call) => ({
    ...call,
    path: call.path.replace("environment=live", "environment=sandbox"),
  }));
}

/** Each is wrong in one thing, and there is one for each thing that can be. */
function wrongCalls(documented: Documented): fc.Arbitrary<Call>[] {
  const { requestBody } = documented.operation;
  const schema = requestBody?.content["application/json"]?.schema;
  const right = rightCalls(documented);
  // The entries of a list, one by one, and the script of a return are judged after the object of the path was found.
  const isJudgedLater = schema?.type === "array" || documented.operation.operationId === "createReturn";
  const bare = isJudgedLater ? foundCalls(documented) : bareCalls(documented);
  const asked = (name: string, values: fc.Arbitrary<string[]>) =>
    fc
      .tuple(right, values)
      .map(([call, texts]) => ({ ...call, path: withParameter(call.path, name, texts) }));
  const queries = parametersOf(documented, "query").flatMap(({ name, schema }) => [
    asked(
      name,
      brokenText(schema).map((text) => [text]),
    ),
    asked(
      name,
      fitting(schema).map((value) => [String(value), String(value)]),
    ),
  ]);
  const wrongBodies = schema ? broken(schema) : [];
  const texts = fc.constantFrom(
    "{",
    '{"a":1,"a":2}',
    "[]",
    '"text"',
    "null",
    '{"no_such_member":1}',
    "\u0000",
  );
  const sent = (bodies: fc.Arbitrary<string>) =>
    fc.tuple(bare, bodies).map(([call, body]) => ({ ...call, body, headers: json }));
  const takesBody = ["POST", "PUT", "PATCH"].includes(documented.method);
  return [
    ...(hasTokenInRequest(documented) ? [] : [asked("no_such_parameter", fc.constant(["1"]))]),
    ...queries,
    ...wrongBodies.map((wrong) => sent(wrong.map((value) => JSON.stringify(value)))),
    ...(takesBody ? [sent(texts)] : []),
    ...(requestBody?.required ? [bare] : []),
    ...parametersOf(documented, "header")
      .filter(({ name }) => name === "Idempotency-Key")
      .map(({ name }) =>
        right.map((call) => ({ ...call, headers: { ...call.headers, [name]: "k".repeat(256) } })),
      ),
  ];
}

const named = operations.map((documented) => [documented.operation.operationId, documented] as const);

// Nobody is told that there is a form without its link.
const guarded = named.filter(
  ([, documented]) => documented.operation.security.length > 0 && !isByLink(documented),
);
const owned = guarded.filter(([, { template }]) => world.places(template).length > 0);
const ofWebhooks = owned.filter(([, { template }]) => template.startsWith(`${platform}/webhooks/{id}`));

function isByLink({ operation }: Documented): boolean {
  return operation.security.some((way) => "order_form" in way);
}

function byKey({ operation }: Documented): boolean {
  return operation.security.some((way) => "api_key" in way);
}

/** Apps that know nothing of Waybill have no place for headers; what they send besides is ignored. */
function hasTokenInRequest({ operation }: Documented): boolean {
  return operation.security.some((way) => "position_token" in way);
}

function withoutToken({ path, body, ...call }: Call): Call {
  const remove = (text: string) => text.replace(world.positionToken, "nonsense");
  if (typeof body !== "string") return { ...call, path: remove(path), ...(body && { body }) };
  return { ...call, path: remove(path), body: remove(body) };
}

let fails = 0;
const nobody: Record<string, string>[] = [{}, { cookie: `waybill_session=${"A".repeat(43)}` }];
const wrongKeys: Record<string, string>[] = [
  { "x-api-key": "nonsense" },
  { "x-api-key": account.sandboxKey.slice(0, -1) },
  { authorization: `Bearer ${account.sandboxKey.replace("sandbox", "live")}` },
  { authorization: "Basic YWxleDpzZWNyZXQ=" },
];

describe(`seed ${seed}, ${runs} runs`, () => {
  test.each(named)("%s takes nothing wrong", async (_, documented) => {
    const client = clientFor(documented);
    for (const [index, calls] of wrongCalls(documented).entries()) {
      const refuses = fc.asyncProperty(calls, async (call) => {
        const { status, body } = await send(client, documented, call);
        if (status === 200 && body?.results)
          return expect(body.results[0]).toMatchObject({ result: "refused" });
        if (documented.operation.operationId === "createShipments" && status === 200)
          return expect(body.data[0]).toMatchObject({ shipment: null, problem: { status: 422 } });
        expect(faulty).toContain(status);
      });
      // With one seed for all, each would be wrong in the same way.
      await fc.assert(refuses, { seed: seed + index, numRuns: Math.ceil(runs / 20) });
    }
  });

  test.each(guarded)("%s is for nobody without credentials", async (_, documented) => {
    const calls = fc.sample(rightCalls(documented), { seed, numRuns: 3 });
    const ways = byKey(documented)
      ? [...nobody, ...wrongKeys]
      : [...nobody, { "x-api-key": account.sandboxKey }];
    for (const call of calls) {
      for (const way of ways) {
        // From ever another address: each is slowed down after some failures.
        const address = `10.${fails >> 16}.${(fails >> 8) & 255}.${fails & 255}`;
        fails += 1;
        const { status } = await send(
          server.client({ ...way, "x-forwarded-for": address }),
          documented,
          withoutToken(call),
        );
        expect({ way, status }).toEqual({ way, status: 401 });
      }
    }
  });

  test.each(owned)("%s finds nothing that is another's", async (_, documented) => {
    const isCarriers = documented.operation.security.some((way) => "carrier_token" in way);
    const isDrivers = documented.operation.security.some((way) => "driver_token" in way);
    const stranger = isDrivers ? world.otherDriver : other.session;
    const others = isCarriers ? [world.otherCarrier] : [stranger];
    const another = ofBothEnvironments.includes(documented.operation.operationId) ? [] : [account.live];
    const clients = byKey(documented) ? [other.sandbox, ...another] : others;
    for (const call of fc.sample(rightCalls(documented, pathsThere(documented)), { seed, numRuns: 3 })) {
      for (const client of clients) {
        const { body } = await send(client, documented, call);
        // Before the object comes what only the sandbox has: its own operations, and endpoints without TLS.
        const code = client === account.live ? body?.code : `own ${body?.code}`;
        expect([
          "own not_found",
          "own operator_required",
          "not_found",
          "sandbox_only",
          "destination_not_allowed",
        ]).toContain(code);
      }
    }
  });

  test.each(ofWebhooks)("%s finds no webhook that was removed", async (_, documented) => {
    const { body } = await account.sandbox.post(`${platform}/webhooks`, { url: receiver.url, events: ["*"] });
    await account.sandbox.delete(`${platform}/webhooks/${body.id}`);
    const paths = fc
      .constantFrom(...world.places(documented.template))
      .map((place) => pathTo(documented, { ...place, id: body.id }));
    for (const call of fc.sample(rightCalls(documented, paths), { seed, numRuns: 3 })) {
      expect((await send(account.sandbox, documented, call)).status).toBe(404);
    }
  });

  test.each(named)("%s takes all that is right", async (operationId, documented) => {
    await world.renew(documented.template);
    const client = clientFor(documented);
    const known = knownRefusals[operationId] ?? refusals;
    let successes = 0;
    const read = new Set<string>();
    const takes = fc.asyncProperty(rightCalls(documented), async (call) => {
      // A list without filters can be asked for in one way only: no read is sent twice.
      const sent = JSON.stringify([call.path, call.once]);
      if (documented.method === "GET" && read.has(sent)) return;
      read.add(sent);
      const { status, text } = await send(client, documented, call);
      if (status >= 200 && status < 300) successes += 1;
      else expect({ status: known.includes(status), text }).toEqual({ status: true, text });
    });
    await fc.assert(takes, { seed, numRuns: takingLong.includes(operationId) ? runs / 4 : runs });
    if (!needingMore.includes(operationId)) expect(successes).toBeGreaterThan(0);
  });
});
