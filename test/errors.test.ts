import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { changeAccount } from "../src/access/accounts/operator/administration.ts";
import { countFailure } from "../src/access/limits/attempts.ts";
import { dayOf } from "../src/access/limits/limit.ts";
import { limitStore } from "../src/access/limits/store.ts";
import { fleet } from "../src/delivery/carriers/kinds/simulated/fleet.ts";
import { errorCatalog } from "../src/infra/error-catalog.ts";
import type { ErrorCode, FieldError } from "../src/infra/errors.ts";
import { parseCidrs } from "../src/infra/net/address.ts";
import { createTransport } from "../src/infra/net/transport.ts";
import { audience } from "../src/infra/public-address.ts";
import { exampleProblem } from "../src/web/docs/errors.ts";
import { expectProblem, secretValue } from "./api/problem.ts";
import { carrierClient } from "./support/carrier-client.ts";
import { addCarrier } from "./support/carrier-rows.ts";
import { playCarrier } from "./support/carriers.ts";
import { createClock } from "./support/clock.ts";
import { addDriver, driverToken, giveJob } from "./support/drivers.ts";
import {
  advance,
  createAssigned,
  createQuoted,
  createShipment,
  kreuzberg,
  platform,
  shipmentBody,
  withPinAndPhone,
} from "./support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "./support/fleets.ts";
import { freePort } from "./support/free-port.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "./support/harness.ts";
import { demoMap } from "./support/maps.ts";
import { createOperator, type TestOperator } from "./support/operator.ts";
import { createForm, customer, knownDevice, open, place, requests } from "./support/order-forms.ts";
import { playKind } from "./support/played-kind.ts";
import { sendRaw } from "./support/raw.ts";
import { withSecondFactor } from "./support/second-factor.ts";

/** Every error of the catalog, met over HTTP: it is what the reference shows as its example. */

/** One for all servers here, so that an answer of any is compared with the same example. */
const publicUrl = "http://waybill.example.com";
const clock = createClock();
const transport = createTransport({ now: clock.monotonic });
let server: TestServer;
let account: TestAccount;
let operator: TestOperator;
let page: string;

beforeAll(async () => {
  server = await startServer({
    // Trusted to say where a request comes from, so that each sign-in can come from an address of its own.
    config: { publicUrl, trustedProxies: parseCidrs(["127.0.0.1/32"]), mapFile: demoMap },
    replacements: {
      clock,
      kinds: playKind().kinds,
      transport: {
        ...transport,
        judge: (target) => {
          if (target.url.includes("broken.example.com")) {
            throw new Error(`${secretValue}: SELECT secret FROM keys`);
          }
          return transport.judge(target);
        },
      },
    },
  });
  account = await server.account();
  operator = await createOperator(server);
  page = (await server.client().get("/docs/errors")).text;
});
afterAll(() => server.stop());

const shipments = `${platform}/shipments`;
const webhooks = `${platform}/webhooks`;
const auth = "/api/v1/auth";
const hook = { url: "https://example.com/hook", events: ["*"] };
const person = { password: "correct horse battery staple", account_name: secretValue };

let counter = 0;
const newEmail = () => `errors-${++counter}@example.com`;
const elsewhere = () => server.client({ "x-forwarded-for": `198.51.100.${++counter}` });
const list = (key: string) => server.client({ "x-api-key": key }).get(shipments);

async function issueKey(change: object = {}): Promise<Answer["body"]> {
  const body = { name: secretValue, environment: "sandbox", ...change };
  return (await account.session.post("/api/v1/keys", body)).body;
}

const carrierMe = "/api/v1/carrier/me";
const driverMe = "/api/v1/driver/me";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const carriers = `${platform}/carriers`;
let carrierCount = 0;

function setUpCarrier(change: object = {}, client = account.sandbox): Promise<Answer> {
  carrierCount += 1;
  const settings = { base_url: "https://example.com/waybill", region: secretValue };
  return client.post(carriers, {
    kind: "played",
    code: `c${carrierCount}`,
    name: "Played",
    settings,
    ...change,
  });
}

async function issueToken(): Promise<{ path: string; secret: string }> {
  const id = await addCarrier(server, "sandbox", account.accountId);
  const path = `${platform}/carriers/${id}/tokens`;
  const { body } = await account.sandbox.post(path, { name: secretValue });
  return { path: `${path}/${body.id}`, secret: body.secret };
}

async function limitedAccount(): Promise<TestAccount> {
  const limited = await server.account();
  await changeAccount(server.deps, limited.accountId, { tier: "free" });
  return limited;
}

/** An import of which no row is valid. */
async function readImport(reference: string): Promise<string> {
  const { body } = await account.sandbox.send(`${platform}/imports`, {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: `reference\n${reference}\n`,
  });
  await eventually("the import is checked", async () => {
    const answer = await account.sandbox.get(`${platform}/imports/${body.id}`);
    return answer.body.status === "ready" || undefined;
  });
  return body.id;
}

async function registerWebhook(): Promise<string> {
  return (await account.sandbox.post(webhooks, hook)).body.id;
}

async function delivered(): Promise<string> {
  const { shipment } = await createAssigned(account.sandbox);
  await advance(account.sandbox, shipment.id, "delivered");
  return shipment.id;
}

const correct = (shipmentId: string, status: string) =>
  account.sandbox.post(`${shipments}/${shipmentId}/correction`, { status, reason: secretValue });

const waiting = { kind: "waiting", amount: { amount: 100, currency: "EUR" }, reason: secretValue };
const charge = (shipmentId: string) =>
  account.sandbox.post(`${shipments}/${shipmentId}/charges`, waiting, { "idempotency-key": shipmentId });

function endAt(shipmentId: string, at: unknown): Promise<void> {
  const endedAt = Date.parse(String(at));
  return server.deps.stores
    .platform("sandbox")
    .write((tx) => void tx.run(sql`UPDATE shipments SET ended_at = ${endedAt} WHERE id = ${shipmentId}`));
}

const accept = (shipmentId: string, body: object) =>
  account.sandbox.post(`${shipments}/${shipmentId}/assignments`, body);

const postText = (body: string, type: string) =>
  account.sandbox.send(shipments, { method: "POST", body, headers: { "content-type": type } });

/** Somebody who just signed up to an installation that sends mail, of a server that nobody runs. */
async function withMail(ask: (person: Client) => Promise<Answer>): Promise<Answer> {
  const smtp = { smtpUrl: "smtp://127.0.0.1:1", smtpFrom: "waybill@example.com" };
  const mailing = await startServer({ config: { publicUrl, ...smtp }, replacements: { clock } });
  const body = { ...person, email: newEmail() };
  const { headers } = await mailing.client().post(`${auth}/sign-up`, body);
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  const answer = await ask(mailing.client({ cookie, "sec-fetch-site": "same-origin" }));
  await mailing.stop();
  return answer;
}

/** Sets a pragma of the live database while something is done. */
async function withPragma<T>(during: string, after: string, run: () => Promise<T>): Promise<T> {
  const { db } = server.deps.stores.platform("live");
  db.run(sql.raw(`PRAGMA ${during}`));
  try {
    return await run();
  } finally {
    db.run(sql.raw(`PRAGMA ${after}`));
  }
}

function pagesOfLive(): number {
  const [row] = server.deps.stores.platform("live").db.all<{ page_count: number }>(sql`PRAGMA page_count`);
  return row?.page_count ?? 0;
}

const simulatedId = fleet[0]?.id ?? "";

const carrier = () => carrierClient(server, account, simulatedId);

/** A shipment of that carrier, whose simulated driver never moves. */
async function bookedTrip(requirements = {}): Promise<{ id: string; assignmentId: string }> {
  const { shipment, quotes } = await createQuoted(account.sandbox, {
    simulation: { speed: "manual" },
    delivery: { ...(shipmentBody().delivery as object), requirements },
  });
  const quote = quotes.find((each: Answer["body"]) => each.carrier.id === simulatedId);
  const { body } = await accept(shipment.id, { quote_id: quote.id });
  return { id: shipment.id, assignmentId: body.id };
}

/** The problem of the one refused report, as an answer of its own. */
async function refusedReport(assignment_id: string, report: Record<string, unknown>): Promise<Answer> {
  const at = new Date(clock.now()).toISOString();
  const id = `r-${crypto.randomUUID()}`;
  const answer = await (await carrier()).post("/api/v1/carrier/reports", [
    { id, assignment_id, at, ...report },
  ]);
  return problemIn(answer);
}

/** The problem of the only report, as if it were the answer. */
function problemIn(answer: Answer): Answer {
  const { problem } = answer.body.results[0];
  const headers = new Headers([...answer.headers, ["content-type", "application/problem+json"]]);
  headers.set("content-type", "application/problem+json");
  return { status: problem?.status, headers, body: problem, text: JSON.stringify(problem) };
}

async function wrongPins(tries: number): Promise<Answer> {
  const { assignmentId } = await bookedTrip({ pin: true });
  const wrong = () => refusedReport(assignmentId, { type: "delivered", proof: { pin: "wrong" } });
  for (let made = 1; made < tries; made += 1) await wrong();
  return wrong();
}

const trackPathOf = ({ tracking_url: url }: { tracking_url: string }) =>
  `/api/v1/track/${url.split("/").at(-1)}`;

/** A try to see the PIN with the tracking link. */
function onPage(shipment: { tracking_url: string }, digits: string): Promise<Answer> {
  return server.client().post(`${trackPathOf(shipment)}/pin`, { last_digits: digits });
}

/** A job of a fleet, and a driver who cannot carry it. */
async function bookedFleet() {
  const carrierId = await addOpenFleet(server, account.accountId);
  const driver = await addDriver(server, "sandbox", account.accountId, { carrierId, capacityWeightGrams: 1 });
  const { assignmentId } = await acceptFleet(account.sandbox, carrierId);
  return { driver, assignmentId };
}

/** Each provokes the error that it is named for. */
const scenarios: Record<ErrorCode, () => Promise<Answer>> = {
  host_invalid: () =>
    sendRaw(server.url, `GET /${secretValue} HTTP/1.1\r\nHost: x/${secretValue}\r\n\r\n`, async () => {}),
  client_unknown: async () => {
    const folder = mkdtempSync(join(tmpdir(), "waybill-errors-"));
    const httpSocket = join(folder, "proxy.sock");
    const proxied = await startServer({ config: { httpSocket, publicUrl } });
    const answer = await fetch(`http://x/${secretValue}`, { unix: httpSocket });
    const text = await answer.text();
    await proxied.stop();
    rmSync(folder, { recursive: true });
    return { status: answer.status, headers: answer.headers, body: JSON.parse(text), text };
  },
  path_not_found: () => account.sandbox.get(`${platform}/${secretValue}`),
  method_not_allowed: () => account.sandbox.send(`${shipments}?q=${secretValue}`, { method: "PUT" }),
  range_not_satisfiable: () =>
    server.client().get("/maps/streets.pmtiles", { range: `bytes=99999999-${secretValue.length}99999999` }),

  ambiguous_credentials: () =>
    account.sandbox.get(shipments, { authorization: `Bearer ${account.liveKey}${secretValue}` }),
  environment_required: () => account.session.get(`${shipments}?q=${secretValue}`),
  environment_not_allowed: () => account.sandbox.get(shipments, { "x-environment": secretValue }),
  api_key_missing: () => server.client().get(`${shipments}?q=${secretValue}`),
  api_key_invalid: () => list(secretValue),
  api_key_expired: async () => {
    const expires_at = new Date(clock.now() + 60_000).toISOString();
    const { secret } = await issueKey({ expires_at });
    clock.advance(60);
    return list(secret);
  },
  api_key_revoked: async () => {
    const { id, secret } = await issueKey();
    await account.session.delete(`/api/v1/keys/${id}`);
    return list(secret);
  },
  token_missing: () => server.client().get(carrierMe),
  token_invalid: () => server.client(bearer(secretValue)).get(carrierMe),
  token_expired: async () => {
    const { path, secret } = await issueToken();
    await account.sandbox.post(`${path}/rotation`, { grace_period_seconds: 60 });
    clock.advance(60);
    return server.client(bearer(secret)).get(carrierMe);
  },
  token_revoked: async () => {
    const { path, secret } = await issueToken();
    await account.sandbox.delete(path);
    return server.client(bearer(secret)).get(carrierMe);
  },
  device_required: () => server.client({ cookie: `waybill_driver=${secretValue}` }).get(driverMe),
  positions_only: async () => {
    const driver = await addDriver(server, "sandbox", account.accountId);
    const token = await driverToken(server, driver, account.accountId, "positions");
    return server.client(bearer(token)).get(driverMe);
  },
  driver_link_refused: () =>
    server.client().post("/api/v1/driver/link", { code: secretValue, device_name: "Phone" }),
  public_url_unreachable: async () => {
    const { driverId } = await addDriver(server, "live", account.accountId);
    const own = "http://127.0.0.1:8080";
    const local = spyOn(server.deps, "publicUrl").mockReturnValue(own);
    audience(server.deps).isPeople = true;
    const answer = await account.live.post(`${platform}/drivers/${driverId}/link`);
    audience(server.deps).isPeople = false;
    local.mockRestore();
    return { ...answer, body: { ...answer.body, type: answer.body.type.replace(own, publicUrl) } };
  },
  driver_in_use: async () => {
    const driver = await addDriver(server, "sandbox", account.accountId);
    await giveJob(server, driver, await bookedTrip());
    return account.sandbox.delete(`${platform}/drivers/${driver.id}`);
  },
  authentication_throttled: async () => {
    const address = "203.0.113.9";
    const guesser = { address, isShared: false };
    for (let failed = 0; failed < 1_000; failed += 1) countFailure(server.deps, guesser, clock.now());
    return server.client({ "x-forwarded-for": address, "x-api-key": secretValue }).get(shipments);
  },
  session_required: () => server.client({ cookie: `waybill_session=${secretValue}` }).get("/api/v1/keys"),
  sign_in_failed: () => elsewhere().post(`${auth}/sign-in`, { email: newEmail(), password: secretValue }),
  sign_in_throttled: async () => {
    const client = elsewhere();
    const guess = () => client.post(`${auth}/sign-in`, { email: newEmail(), password: secretValue });
    for (let failures = 0; failures < 5; failures += 1) await guess();
    return guess();
  },
  second_factor_required: async () => {
    const { email, password } = (await withSecondFactor(server, clock)).account;
    return elsewhere().post(`${auth}/sign-in`, { email, password });
  },
  second_factor_failed: async () => {
    const { email, password } = (await withSecondFactor(server, clock)).account;
    return elsewhere().post(`${auth}/sign-in`, { email, password, code: secretValue });
  },
  second_factor_active: async () =>
    (await withSecondFactor(server, clock)).account.session.post(`${auth}/second-factor`),
  second_factor_missing: async () =>
    (await server.account()).session.post(`${auth}/second-factor/recovery-codes`),
  confirmation_required: async () => {
    const { session } = await server.account();
    clock.advance(16 * 60);
    return session.post("/api/v1/keys", { name: secretValue, environment: "live" });
  },
  account_suspended: async () => {
    const { accountId, sandbox } = await server.account();
    await changeAccount(server.deps, accountId, { suspended: true });
    return sandbox.get(`${shipments}?q=${secretValue}`);
  },
  account_closing: async () => {
    const { session, sandbox } = await server.account();
    await session.post("/api/v1/account/deletion");
    return sandbox.get(`${shipments}?q=${secretValue}`);
  },
  shipment_not_returnable: async () => {
    const { shipment } = await createAssigned(account.sandbox);
    return account.sandbox.post(`${shipments}/${shipment.id}/return`);
  },
  shipment_redacted: async () => {
    const id = await delivered();
    await account.sandbox.post(`${shipments}/${id}/redaction`);
    return correct(id, "failed");
  },
  correction_too_late: async () => {
    const id = await delivered();
    await endAt(id, exampleProblem("correction_too_late", publicUrl).ended_at);
    return correct(id, "failed");
  },
  not_own_fleet: async () => charge((await createShipment(account.sandbox)).id),
  charge_too_late: async () => {
    const id = await delivered();
    await endAt(id, exampleProblem("charge_too_late", publicUrl).ended_at);
    return charge(id);
  },
  charge_unagreed: async () => {
    const { id } = await acceptFleet(account.sandbox, await addOpenFleet(server, null));
    const path = `/api/v1/operator/shipments/${id}/charges?environment=sandbox`;
    return operator.session.post(path, waiting, { "idempotency-key": "unagreed" });
  },
  price_unknown: async () => {
    const fleet = await addOpenFleet(server, account.accountId);
    const { id } = await acceptFleet(account.sandbox, fleet);
    const address = { line1: "Marszalkowska 1", city: "Warszawa", postal_code: "00-624", country: "PL" };
    return account.sandbox.patch(`${shipments}/${id}?reprice=true`, { delivery: { address } });
  },
  driver_missing: async () => correct(await delivered(), "in_transit"),
  return_open: async () => {
    const id = await delivered();
    const { body: first } = await account.sandbox.post(`${shipments}/${id}/return`);
    const answer = await account.sandbox.post(`${shipments}/${id}/return`, {
      metadata: { note: secretValue },
    });
    expect(answer.body.return_shipment_id).toBe(first.id);
    // The reference shows another id.
    const return_shipment_id = exampleProblem("return_open", publicUrl).return_shipment_id;
    return { ...answer, body: { ...answer.body, return_shipment_id } };
  },
  live_shipments_open: async () => {
    const { session, live } = await server.account();
    await live.post(shipments, shipmentBody({ reference: secretValue }));
    return session.post("/api/v1/account/deletion");
  },
  account_not_deletable: async () => {
    await operator.session.post(`${auth}/confirmation`, { password: "a long enough passphrase" });
    return operator.session.post("/api/v1/account/deletion");
  },
  viewing_is_read_only: async () => {
    const viewed = `/api/v1/operator/accounts/${account.accountId}/view`;
    await operator.session.post(viewed);
    const answer = await operator.session.post("/api/v1/keys", { name: secretValue, environment: "live" });
    await operator.session.delete(viewed);
    return answer;
  },
  operator_required: () => account.session.patch("/api/v1/operator/tiers/free", { burst: secretValue }),
  cross_origin_refused: () =>
    account.session.post("/api/v1/keys", { name: secretValue }, { "sec-fetch-site": "cross-site" }),
  sign_up_throttled: async () => {
    const client = elsewhere();
    const signUp = () => client.post(`${auth}/sign-up`, { ...person, email: account.email });
    await Promise.all(Array.from({ length: 20 }, signUp));
    return signUp();
  },
  sign_up_closed: async () => {
    const closed = await startServer({ config: { publicUrl, signup: "closed" } });
    const answer = await closed.client().post(`${auth}/sign-up`, { ...person, email: newEmail() });
    await closed.stop();
    return answer;
  },
  set_up_refused: () =>
    server.client().post(`${auth}/setup`, { ...person, email: newEmail(), token: secretValue }),
  invitation_refused: () => server.client().post(`${auth}/invitation`, { token: secretValue }),
  operator_not_removable: async () => {
    await operator.session.post(`${auth}/confirmation`, { password: "a long enough passphrase" });
    const [own] = (await operator.session.get("/api/v1/account/members")).body.data;
    return operator.session.delete(`/api/v1/account/members/${own.id}`);
  },
  last_owner: async () => {
    const { session } = await server.account();
    const [own] = (await session.get("/api/v1/account/members")).body.data;
    return session.patch(`/api/v1/account/members/${own.id}`, { role: "viewer" });
  },
  email_verification_refused: () =>
    server.client().post(`${auth}/email-verification/confirmation`, { token: secretValue }),
  password_reset_refused: () =>
    server
      .client()
      .post(`${auth}/password-reset/confirmation`, { token: secretValue, password: secretValue }),
  mail_throttled: () =>
    withMail(async (somebody) => {
      const ask = () => somebody.post(`${auth}/email`, { email: newEmail() });
      for (let count = 0; count < 3; count += 1) expect((await ask()).status).toBe(204);
      return ask();
    }),
  email_verification_throttled: () => withMail((somebody) => somebody.post(`${auth}/email-verification`)),
  mail_unavailable: () => account.session.post(`${auth}/email-verification`),
  rate_limited: async () => {
    const { sandbox } = await limitedAccount();
    const ask = () => sandbox.get(`${shipments}?q=${secretValue}`);
    await Promise.all(Array.from({ length: 20 }, ask));
    return ask();
  },
  quota_exceeded: async () => {
    const { accountId, sandbox } = await limitedAccount();
    const use = { accountId, environment: "sandbox", day: dayOf(clock.now()), requests: 10_000 } as const;
    await server.deps.stores.accounts.write((tx) => limitStore(tx).saveUse(use));
    return sandbox.get(`${shipments}?q=${secretValue}`);
  },
  storage_quota_exceeded: async () => {
    const { accountId, sandbox } = await limitedAccount();
    const full = sql`INSERT INTO storage_use (account_id, bytes) VALUES (${accountId}, 1000000000)`;
    await server.deps.stores.platform("sandbox").write((tx) => void tx.run(full));
    return sandbox.post(shipments, shipmentBody({ reference: secretValue }));
  },
  scope_missing: async () => {
    const { secret } = await issueKey({ scopes: ["shipments:read"] });
    return server.client({ "x-api-key": secret }).post(shipments, { reference: secretValue });
  },
  sandbox_only: () => account.live.delete(`${platform}/sandbox/data?x=${secretValue}`),

  stages_unavailable: () => account.sandbox.post(`${platform}/sandbox/stages`, { name: secretValue }),
  stage_seed_taken: async () => {
    const ephemeral = await startServer({ config: { publicUrl, ephemeral: true } });
    const { sandbox } = await ephemeral.account();
    const post = () => sandbox.post(`${platform}/sandbox/stages`, { seed: secretValue });
    await post();
    const answer = await post();
    await ephemeral.stop();
    return answer;
  },
  test_clock_unavailable: () => account.sandbox.patch(`${platform}/sandbox/clock`, { advance_seconds: 1 }),

  idempotency_key_required: async () =>
    account.sandbox.post(`${shipments}/${await delivered()}/charges`, waiting),
  idempotency_key_invalid: () =>
    account.sandbox.post(shipments, shipmentBody(), { "idempotency-key": `${secretValue}é` }),
  idempotency_key_reused: async () => {
    const post = (change: object) =>
      account.sandbox.post(shipments, shipmentBody({ ...change }), { "idempotency-key": secretValue });
    await post({});
    return post({ reference: secretValue });
  },
  carrier_code_taken: async () => {
    await setUpCarrier({ code: "taken" });
    return setUpCarrier({ code: "taken" });
  },
  production_credentials: () =>
    setUpCarrier({
      settings: { base_url: "https://example.com/waybill", api_key: `production${secretValue}` },
    }),
  secret_required: async () => {
    const { body } = await setUpCarrier();
    return account.sandbox.patch(`${carriers}/${body.id}`, {
      settings: { base_url: "https://example.com/elsewhere" },
    });
  },
  shipment_too_large: () => {
    const value = (secretValue.repeat(50) + "é".repeat(500)).slice(-500);
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`key-${key}`, value]));
    const parcel = { weight_grams: 1, description: "é".repeat(100) };
    return account.sandbox.post(shipments, shipmentBody({ metadata, parcels: Array(50).fill(parcel) }));
  },
  coordinates_contradict_address: () => {
    const { delivery, ...rest } = shipmentBody({ reference: secretValue });
    const { address, ...stop } = delivery as { address: object };
    const swapped = { ...stop, address: { ...address, latitude: 13.4202, longitude: 52.5009 } };
    return account.sandbox.post(shipments, { ...rest, delivery: swapped });
  },
  unsupported_media_type: () => postText(secretValue, "text/plain"),
  body_too_large: () => postText(secretValue.repeat(100_000), "application/json"),
  body_unparsable: () => postText(`{"reference": ${secretValue}}`, "application/json"),
  query_invalid: () => account.sandbox.get(`${shipments}?limit=0&q=${secretValue}`),
  cursor_invalid: () => account.sandbox.get(`${shipments}?cursor=${secretValue}`),
  validation_failed: () => {
    const { parcels: _parcels, delivery, ...rest } = shipmentBody();
    const { address, ...stop } = delivery as { address: object };
    const wrong = { ...stop, address: { ...address, country: secretValue } };
    return account.sandbox.post(shipments, { ...rest, delivery: wrong });
  },
  email_taken: () => elsewhere().post(`${auth}/sign-up`, { ...person, email: account.email }),
  destination_not_allowed: () =>
    account.sandbox.post(webhooks, { ...hook, url: `https://10.0.0.1/${secretValue}` }),
  proof_required: async () => {
    const requirements = { pin: true };
    const { shipment } = await createAssigned(account.sandbox, {
      delivery: { ...(shipmentBody().delivery as object), requirements },
    });
    // A driver whom nobody told the PIN.
    await server.deps.stores
      .platform("sandbox")
      .write((tx) => void tx.run(sql`UPDATE shipments SET pin = NULL WHERE id = ${shipment.id}`));
    return advance(account.sandbox, shipment.id, "delivered");
  },
  assignment_not_found: () => refusedReport(secretValue, { type: "signal_lost" }),
  report_id_reused: async () => {
    const { assignmentId } = await bookedTrip();
    const scan = (message: string) => refusedReport(assignmentId, { id: "r-1", type: "scan", message });
    await scan("Seen.");
    return scan(secretValue);
  },
  image_unknown: async () => {
    const { assignmentId } = await bookedTrip();
    return refusedReport(assignmentId, { type: "delivered", proof: { image_ids: [secretValue] } });
  },
  off_duty: async () => {
    const driver = await addDriver(server, "sandbox", account.accountId);
    const token = await driverToken(server, driver, account.accountId);
    const at = new Date(clock.now()).toISOString();
    const position = { id: "p-1", at, type: "position", latitude: 52.5, longitude: 13.4 };
    const body = { sent_at: at, reports: [position] };
    return problemIn(await server.client(bearer(token)).post("/api/v1/driver/reports", body));
  },
  pin_wrong: async () => wrongPins(1),
  pin_locked: async () => wrongPins(6),
  cancellation_not_pending: async () => {
    const { assignmentId } = await bookedTrip();
    return refusedReport(assignmentId, { type: "cancelled" });
  },
  assignment_ended: async () => {
    const { id, assignmentId } = await bookedTrip();
    await account.sandbox.post(`${shipments}/${id}/cancellation`);
    return (await carrier()).post(`/api/v1/carrier/assignments/${assignmentId}/acceptance`);
  },

  not_found: () => account.sandbox.get(`${shipments}/shp_${secretValue}`),
  precondition_failed: async () => {
    const { id } = await createShipment(account.sandbox);
    return account.sandbox.patch(`${shipments}/${id}`, { reference: secretValue }, { "if-match": '"99"' });
  },

  transition_not_allowed: async () => accept(await delivered(), { strategy: "cheapest" }),
  shipment_not_cancellable: async () =>
    account.sandbox.post(`${shipments}/${await delivered()}/cancellation`, { message: secretValue }),
  carrier_refused_cancellation: async () => {
    const refusal = { kind: "refused", reason: "other", message: "The driver is at the pickup." } as const;
    const terms = { cancelsAtOnce: false };
    const firm = [playCarrier("firm", { terms, cancel: () => Promise.resolve(refusal) })];
    const refusing = await startServer({
      config: { publicUrl },
      replacements: { carriers: () => firm, clock },
    });
    const { sandbox } = await refusing.account();
    const { shipment } = await createQuoted(sandbox);
    await sandbox.post(`${shipments}/${shipment.id}/assignments`, { strategy: "cheapest" });
    await eventually("confirmed", async () => {
      const { body } = await sandbox.get(`${shipments}/${shipment.id}`);
      return body.substatus === "confirmed" || undefined;
    });
    const answer = await sandbox.post(`${shipments}/${shipment.id}/cancellation`, { message: secretValue });
    await refusing.stop();
    return answer;
  },
  tracking_link_ended: async () => {
    const { shipment } = await createQuoted(account.sandbox);
    await account.sandbox.delete(`${shipments}/${shipment.id}/tracking-link`);
    return server.client().get(`/api/v1/track/${shipment.tracking_url.split("/").at(-1)}`);
  },
  pin_not_shown: async () => onPage((await createQuoted(account.sandbox)).shipment, "3456"),
  proof_not_shown: async () => {
    const { shipment } = await createAssigned(account.sandbox, withPinAndPhone);
    return server.client().post(`${trackPathOf(shipment)}/proof`, { last_digits: "5678" });
  },
  digits_wrong: async () => onPage((await createAssigned(account.sandbox, withPinAndPhone)).shipment, "0000"),
  digits_locked: async () => {
    const { shipment } = await createAssigned(account.sandbox, withPinAndPhone);
    for (let tries = 0; tries < 5; tries += 1) await onPage(shipment, "0000");
    return onPage(shipment, "0000");
  },
  shipment_not_delivered: async () => {
    const { shipment } = await createQuoted(account.sandbox);
    return server.client().put(`${trackPathOf(shipment)}/rating`, { thumb: "up", comment: secretValue });
  },
  shipment_not_editable: async () =>
    account.sandbox.patch(`${shipments}/${await delivered()}`, { pickup: { instructions: secretValue } }),
  redaction_grew: async () => {
    const contact = { name: secretValue, phone: "+4915100000007" };
    for (const _ of [1, 2]) {
      const { id } = await createShipment(account.sandbox, { delivery: { contact, address: kreuzberg } });
      await account.sandbox.post(`${shipments}/${id}/cancellation`, {});
    }
    const { body } = await account.sandbox.post(`${platform}/contacts`, contact);
    return account.sandbox.post(`${platform}/contacts/${body.id}/redaction`, { shipments: 1 });
  },
  shipment_not_final: async () => {
    const { shipment } = await createAssigned(account.sandbox);
    await advance(account.sandbox, shipment.id, "in_transit");
    return account.sandbox.post(`${shipments}/${shipment.id}/redaction`);
  },
  shipment_already_assigned: async () => {
    const { shipment } = await createAssigned(account.sandbox);
    return accept(shipment.id, { strategy: "fastest" });
  },
  quote_expired: async () => {
    const { shipment, quotes } = await createQuoted(account.sandbox);
    clock.advance(900);
    return accept(shipment.id, { quote_id: quotes[0].id });
  },
  quote_not_open: async () => {
    const { shipment, quotes } = await createQuoted(account.sandbox);
    await account.sandbox.post(`${shipments}/${shipment.id}/quotes`);
    return accept(shipment.id, { quote_id: quotes[0].id });
  },
  order_form_not_ready: async () => {
    const { token } = await createForm(account.live);
    return customer(server, token).get(open);
  },
  order_form_paused: async () => {
    const { token } = await createForm(account.sandbox, { paused_until: "2030-01-31T10:30:00.000Z" });
    return place(customer(server, token));
  },
  order_limit_reached: async () => {
    const { token } = await createForm(account.sandbox, { limits: { orders_per_day: 1 } });
    await place(customer(server, token));
    return place(customer(server, token));
  },
  order_code_needed: async () => {
    const { token } = await createForm(account.sandbox);
    return customer(server, token).get(`${open}/orders`);
  },
  order_code_wrong: async () => {
    const { token } = await createForm(account.sandbox);
    const ordering = customer(server, token);
    const { code } = (await ordering.post(`${open}/code`)).body;
    return ordering.post(`${open}/devices`, { code: code === "000000" ? "000001" : "000000" });
  },
  order_right_missing: async () => {
    const { token } = await createForm(account.sandbox, { may: [] });
    const { body } = await place(customer(server, token));
    return (await knownDevice(server, token)).post(`${open}/orders/${body.id}/cancellation`);
  },
  customer_without_email: async () => {
    const { token } = await createForm(account.sandbox, { customer: { name: secretValue } });
    return customer(server, token).post(`${open}/code`);
  },
  customer_unconfirmed: async () => {
    const { id } = await createForm(account.sandbox);
    return account.sandbox.patch(`${platform}/order-forms/${id}`, { approval: "none" });
  },
  order_request_closed: async () => {
    const { token } = await createForm(account.sandbox);
    const { body } = await place(customer(server, token));
    await (await knownDevice(server, token)).post(`${open}/orders/${body.id}/cancellation`);
    return account.sandbox.post(`${requests}/${body.id}/approval`);
  },
  label_not_ready: async () => {
    const { shipment } = await createQuoted(account.sandbox);
    return account.sandbox.get(`${platform}/shipments/${shipment.id}/label`);
  },
  label_format_unavailable: async () => {
    const content = new TextEncoder().encode("%PDF-1.4");
    const label = async () => ({ contentType: "application/pdf", content }) as const;
    const printing = await startServer({
      config: { publicUrl },
      replacements: { carriers: () => [{ ...playCarrier("post"), label }] },
    });
    const { sandbox } = await printing.account();
    const { shipment } = await createAssigned(sandbox, { simulation: null });
    const answer = await eventually("the label", async () => {
      const tried = await sandbox.get(`${shipments}/${shipment.id}/label?format=png`);
      return tried.status === 406 ? tried : undefined;
    });
    await printing.stop();
    return answer;
  },
  geocoder_missing: () => account.live.post(`${platform}/geocoding`, { q: secretValue, country: "DE" }),
  geocoder_unavailable: async () => {
    const geocoderUrl = `http://127.0.0.1:${freePort()}`;
    const asking = await startServer({ config: { publicUrl, geocoderUrl } });
    const { live } = await asking.account();
    const answer = await live.post(`${platform}/geocoding`, { q: secretValue, country: "DE" });
    await asking.stop();
    return answer;
  },
  no_open_quotes: async () => {
    const { shipment } = await createQuoted(account.sandbox);
    clock.advance(900);
    return accept(shipment.id, { strategy: "cheapest" });
  },
  key_replaced: async () => {
    const { id } = await issueKey();
    const rotate = () => account.session.post(`/api/v1/keys/${id}/rotation`, { grace_period_seconds: 60 });
    await rotate();
    return rotate();
  },
  key_revoked: async () => {
    const { id } = await issueKey();
    await account.session.delete(`/api/v1/keys/${id}`);
    return account.session.post(`/api/v1/keys/${id}/rotation`);
  },
  job_not_offered: async () => {
    const { driver, assignmentId } = await bookedFleet();
    const client = server.client(bearer(await driverToken(server, driver, account.accountId)));
    return client.post(`/api/v1/driver/assignments/${assignmentId}/acceptance`);
  },
  import_not_ready: async () => {
    const id = await readImport("A2");
    await account.sandbox.delete(`${platform}/imports/${id}`);
    return account.sandbox.patch(`${platform}/imports/${id}`, { take_duplicates: "all" });
  },
  import_changed: async () => {
    const id = await readImport("A1");
    return account.sandbox.post(`${platform}/imports/${id}/confirmation`, { rows: 7 });
  },
  rush_hour_running: async () => {
    const { sandbox } = await server.account();
    const path = `${platform}/sandbox/rush-hour`;
    const answers = [];
    for (const seed of ["first", secretValue]) answers.push(await sandbox.post(path, { shipments: 1, seed }));
    return answers[1] as Answer;
  },
  driver_absent: async () => {
    const { driver } = await bookedFleet();
    const until = new Date(clock.now() + 3_600_000).toISOString();
    await account.sandbox.put(`${platform}/drivers/${driver.id}/absence`, { until, jobs: "keep" });
    const client = server.client(bearer(await driverToken(server, driver, account.accountId)));
    return client.put("/api/v1/driver/me/duty", { on_duty: true });
  },
  push_unavailable: async () => {
    const { driver } = await bookedFleet();
    const client = server.client(bearer(await driverToken(server, driver, account.accountId)));
    const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
    return client.put("/api/v1/driver/me/push", { endpoint: "https://push.example.com/1", keys });
  },
  driver_over_capacity: async () => {
    const { driver, assignmentId } = await bookedFleet();
    return account.sandbox.post(`${platform}/assignments/${assignmentId}/driver`, { driver_id: driver.id });
  },
  no_driver_near: async () => {
    const { assignmentId } = await bookedFleet();
    return account.sandbox.post(`${platform}/assignments/${assignmentId}/driver`, { driver_id: "nearest" });
  },
  alarms_not_set_up: () => operator.session.post("/api/v1/operator/alarms/test"),
  backups_not_set_up: () => operator.session.post("/api/v1/operator/backups"),
  backup_running: async () => {
    const backupFolder = mkdtempSync(join(tmpdir(), "waybill-errors-"));
    const backing = await startServer({ config: { publicUrl, backupFolder }, replacements: { clock } });
    const { session } = await createOperator(backing);
    await session.post("/api/v1/operator/backups");
    const answer = await session.post("/api/v1/operator/backups");
    await backing.stop();
    rmSync(backupFolder, { recursive: true });
    return answer;
  },
  tier_in_use: async () => {
    const { accountId } = await server.account();
    await changeAccount(server.deps, accountId, { tier: "scale" });
    return operator.session.delete("/api/v1/operator/tiers/scale");
  },
  carrier_not_transferable: async () => {
    const id = await addCarrier(server, "sandbox", operator.accountId, { kind: "http" });
    return operator.session.post(`${carriers}/${id}/handover`, {}, { "x-environment": "sandbox" });
  },
  carrier_in_use: async () => {
    const { body } = await setUpCarrier();
    const { shipment, quotes } = await createQuoted(account.sandbox);
    const quote = quotes.find((each: { carrier: { id: string } }) => each.carrier.id === body.id);
    await account.sandbox.post(`${shipments}/${shipment.id}/assignments`, { quote_id: quote.id });
    return account.sandbox.delete(`${carriers}/${body.id}`);
  },
  secret_key_missing: () => setUpCarrier({}, account.live),
  webhook_disabled: async () => {
    const id = await registerWebhook();
    await account.sandbox.patch(`${webhooks}/${id}`, { enabled: false });
    return account.sandbox.post(`${webhooks}/${id}/test`);
  },
  too_many_secrets: async () => {
    const id = await registerWebhook();
    const rotate = () => account.sandbox.post(`${webhooks}/${id}/rotate-secret`);
    for (let secrets = 1; secrets < 5; secrets += 1) await rotate();
    return rotate();
  },
  limit_reached: async () => {
    const other = await server.account();
    const post = () => other.sandbox.post(webhooks, { ...hook, description: secretValue });
    await Promise.all(Array.from({ length: 50 }, post));
    return post();
  },

  storage_full: () => {
    const large = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, secretValue.repeat(25)]));
    const post = () => account.live.post(shipments, shipmentBody({ metadata: large }));
    return withPragma(`max_page_count = ${pagesOfLive()}`, "max_page_count = 1000000", post);
  },
  storage_unavailable: () =>
    withPragma("query_only = ON", "query_only = OFF", () =>
      account.live.post(shipments, shipmentBody({ reference: secretValue })),
    ),
  busy: async () => {
    const { hash } = Bun.password;
    const mayEnd = Promise.withResolvers<void>();
    const held = spyOn(Bun.password, "hash").mockImplementation(async () => {
      await mayEnd.promise;
      return hash(secretValue, { algorithm: "bcrypt", cost: 4 });
    });
    const signUp = () => server.client().post(`${auth}/sign-up`, { ...person, email: newEmail() });
    const answers = Array.from({ length: 63 }, signUp);
    const refused = await Promise.race(answers);
    mayEnd.resolve();
    await Promise.all(answers);
    held.mockRestore();
    return refused;
  },
  not_ready: async () => {
    let free = Number.MAX_SAFE_INTEGER;
    const full = await startServer({ config: { publicUrl }, replacements: { freeBytes: async () => free } });
    free = 0;
    const answer = await eventually("a full disk to be seen", async () => {
      const seen = await full.client().get("/readyz");
      return seen.status === 503 ? seen : undefined;
    });
    await full.stop();
    return answer;
  },
  shutting_down: async () => {
    const stopping = await startServer({ config: { publicUrl } });
    return sendRaw(stopping.url, "GET /readyz HTTP/1.1\r\nHost: x\r\n", async (send) => {
      // Answered after the server has read the first part: the request is under way.
      await stopping.client().get("/healthz");
      const stopped = stopping.stop();
      send("\r\n");
      await stopped;
    });
  },
  internal: () => account.sandbox.post(webhooks, { ...hook, url: "https://broken.example.com/" }),
};

const ownMembers = ["type", "title", "status", "code", "detail", "request_id", "errors"];

function placesOf(errors: readonly FieldError[] = []): Record<string, string> {
  return Object.fromEntries(errors.map((entry) => [entry.pointer ?? entry.parameter ?? "", entry.code]));
}

/** Headers that answers of a status have. */
const headersOf: Record<number, Record<string, RegExp>> = {
  401: { "www-authenticate": /^Bearer$/ },
  405: { allow: /^(?=.*GET)(?=.*POST)(?=.*HEAD)(?=.*OPTIONS)[A-Z, ]+$/ },
  429: { "retry-after": /^[1-9]\d*$/ },
  503: { "retry-after": /^[1-9]\d*$/ },
};

test("there is a scenario for every code", () => {
  expect(Object.keys(scenarios).sort()).toEqual(Object.keys(errorCatalog).sort());
});

describe("the answer is the problem that the reference explains", () => {
  test.each(Object.keys(errorCatalog) as ErrorCode[])("%s", async (code) => {
    const answer = await scenarios[code]();
    const { request_id, ...example } = exampleProblem(code, publicUrl);
    expectProblem(server, answer, {
      status: errorCatalog[code].status,
      code,
      ...(example.errors ? { at: placesOf(example.errors) } : {}),
      members: Object.keys(example).filter((name) => !ownMembers.includes(name)),
    });
    expect(answer.body).toEqual({ ...example, request_id: answer.headers.get("x-request-id") });
    for (const [name, value] of Object.entries(headersOf[answer.status] ?? {})) {
      expect(answer.headers.get(name) ?? "").toMatch(value);
    }
    const { hash } = new URL(answer.body.type);
    expect(page).toContain(`<section id="${hash.slice(1)}">`);
  });
});
