import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { secretPlace } from "../../../../src/delivery/carriers/settings.ts";
import { carrierStore } from "../../../../src/delivery/carriers/store.ts";
import { write } from "../../../../src/infra/deps.ts";
import { parseCidrs } from "../../../../src/infra/net/address.ts";
import { expectProblem, secretValue } from "../../../api/problem.ts";
import { addCarrier } from "../../../support/carrier-rows.ts";
import { databaseRows } from "../../../support/database.ts";
import { createQuoted, platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";
import { type PlayedKind, playKind } from "../../../support/played-kind.ts";

/** Carriers as data: contract for live deliveries, §2. */

const carriers = `${platform}/carriers`;
const ofOperator = "/api/v1/operator/carriers";
const live = "?environment=live";
const base_url = "https://example.com/waybill";

let played: PlayedKind;
let server: TestServer;
let account: TestAccount;
let operator: TestOperator;
beforeAll(async () => {
  played = playKind();
  server = await startServer({
    config: {
      secretKey: new Uint8Array(32).fill(7),
      webhookAllowCidrs: parseCidrs(["127.0.0.2/32"]),
      carrierAllowCidrs: parseCidrs(["127.0.0.3/32"]),
    },
    replacements: { kinds: played.kinds },
  });
  account = await server.account();
  operator = await createOperator(server);
});
afterAll(() => server.stop());

let count = 0;
function bodyOf(change: object = {}): Record<string, unknown> {
  count += 1;
  return { kind: "played", code: `played_${count}`, name: "City Riders", settings: { base_url }, ...change };
}

async function setUp(client: Client = account.live, change: object = {}): Promise<Answer["body"]> {
  const answer = await client.post(carriers, bodyOf(change));
  expect(answer.status).toBe(201);
  return answer.body;
}

async function install(change: object = {}): Promise<Answer["body"]> {
  const answer = await operator.session.post(`${ofOperator}${live}`, bodyOf(change));
  expect(answer.status).toBe(201);
  return answer.body;
}

describe("kinds", () => {
  test("are those of the environment that can be set up, with their settings as JSON Schema", async () => {
    const { body } = await account.live.get(`${platform}/carrier-kinds`);
    const kind = body.data.find(({ code }: { code: string }) => code === "played");
    expect(kind).toMatchObject({ name: "Played", capabilities: ["update", "cancel"] });
    expect(kind.settings_schema).toMatchObject({
      type: "object",
      required: ["base_url"],
      properties: { base_url: { title: "Base URL" }, signing_secret: { writeOnly: true } },
      additionalProperties: false,
    });
    const codes = (await account.sandbox.get(`${platform}/carrier-kinds`)).body.data.map(
      ({ code }: { code: string }) => code,
    );
    expect(codes).toContain("played");
    expect(codes).not.toContain("simulated");
    const seen = await operator.session.get(`/api/v1/operator/carrier-kinds${live}`);
    expect(seen.body).toEqual(body);
  });
});

describe("setting up", () => {
  test("answers with the carrier, makes the signing secret and shows it once", async () => {
    const answer = await account.live.post(carriers, bodyOf({ code: "city_riders" }));
    expect(answer.status).toBe(201);
    const { secret, ...carrier } = answer.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{32,}$/);
    expect(answer.headers.get("location")).toBe(`${carriers}/${carrier.id}`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(carrier).toEqual({
      id: expect.stringMatching(/^car_/),
      environment: "live",
      code: "city_riders",
      name: "City Riders",
      kind: "played",
      owner: "account",
      status: "active",
      settings: { base_url, signing_secret: { set: true, last4: secret.slice(-4) } },
      capabilities: ["update", "cancel"],
      proves: ["signature", "photo", "pin", "min_age"],
      services: [],
      uses_tokens: true,
      receives_hooks: false,
      failed_hooks: 0,
      health: { asked: 0, answered: 0, p95_ms: null, circuit: "closed", last_error: null },
      version: 1,
      created_at: expect.any(String),
      updated_at: carrier.created_at,
    });
    const read = await account.live.get(`${carriers}/${carrier.id}`);
    expect(read.body).toEqual(carrier);
    expect(played.connected.get(carrier.id)?.settings).toEqual({ base_url, signing_secret: secret });
  });

  test("asks the carrier from the next shipment on, and nobody else's", async () => {
    const own = await setUp();
    const other = await server.account();
    const idsOf = async (client: Client) =>
      (await createQuoted(client)).quotes.map((quote: Answer["body"]) => quote.carrier.id);
    expect(await idsOf(account.live)).toContain(own.id);
    const { body } = await account.live.get(`${platform}/account`);
    expect(body.carriers).toContainEqual({ id: own.id, code: own.code, name: own.name });
    expect((await other.live.get(`${platform}/account`)).body.carriers).toEqual([]);
  });

  test("takes effect once for an Idempotency-Key, and the repeated answer has no secret", async () => {
    const body = bodyOf();
    const key = { "idempotency-key": "one-carrier" };
    const first = await account.live.post(carriers, body, key);
    const second = await account.live.post(carriers, body, key);
    expect(second.body).toEqual({ ...first.body, secret: null });
    expect(JSON.stringify(databaseRows(server))).not.toContain(first.body.secret);
  });

  test("shows no stored secret, even one that the kind does not name", async () => {
    const { id } = await setUp();
    const sealed = server.deps.vault.seal(secretValue, secretPlace(id, "old_password"));
    await write(server.deps, "live", ({ tx }) => {
      const row = carrierStore(tx).find(id);
      if (row) carrierStore(tx).update({ ...row, secrets: { ...row.secrets, old_password: sealed } });
    });
    const read = await account.live.get(`${carriers}/${id}`);
    const list = await account.live.get(carriers);
    expect(read.body.settings.old_password).toEqual({ set: true, last4: secretValue.slice(-4) });
    expect(read.text + list.text).not.toContain(secretValue);
  });

  const wrong: [string, object, string | object, string][] = [
    ["an unknown kind", { kind: "simulated" }, "#/kind", "enum"],
    ["a code with capitals", { code: "City" }, "#/code", "format"],
    ["no settings", { settings: {} }, "#/settings/base_url", "required"],
    ["an unknown setting", { settings: { base_url, x: 1 } }, "#/settings/x", "unknown_field"],
    ["a setting of another type", { settings: { base_url: 7 } }, "#/settings/base_url", "type"],
    [
      "a secret that does not fit",
      { settings: { base_url, signing_secret: secretValue } },
      "#/settings/signing_secret",
      "pattern",
    ],
    [
      "a secret as it is shown",
      { settings: { base_url, signing_secret: { set: true, last4: "abcd" } } },
      "#/settings/signing_secret",
      "type",
    ],
    ["an unknown member", { accounts: null }, "#/accounts", "unknown_field"],
  ];
  test.each(wrong)("refuses %s, with its place", async (_, change, pointer, code) => {
    const before = databaseRows(server)["live.carriers"];
    const answer = await account.live.post(carriers, bodyOf(change));
    expectProblem(server, answer, {
      status: 422,
      code: "validation_failed",
      at: { [pointer as string]: code },
    });
    expect(databaseRows(server)["live.carriers"]).toEqual(before);
  });

  test("refuses addresses that Waybill must not call; the operator may use some more", async () => {
    const refusals: [string, boolean, boolean][] = [
      ["http://93.184.216.34/x", false, false],
      ["https://127.0.0.1/x", false, false],
      ["https://10.0.0.1/x", false, false],
      ["https://user:pass@example.com", false, false],
      ["ftp://example.com", false, false],
      ["no address", false, false],
      ["http://127.0.0.2/x", true, true],
      ["http://127.0.0.3/x", false, true],
      // As for webhooks: its server may be set up later, and every call judges the address again.
      ["https://carrier.invalid/x", true, true],
    ];
    for (const [url, mayAccount, mayOperator] of refusals) {
      const settings = { base_url: url };
      const byAccount = await account.live.post(carriers, bodyOf({ settings }));
      const byOperator = await operator.session.post(
        `${ofOperator}${live}`,
        bodyOf({ settings, accounts: [] }),
      );
      expect([url, byAccount.status === 201, byOperator.status === 201]).toEqual([
        url,
        mayAccount,
        mayOperator,
      ]);
      for (const answer of [byAccount, byOperator]) {
        if (answer.status === 201) continue;
        expectProblem(server, answer, {
          status: 422,
          code: "destination_not_allowed",
          at: { "#/settings/base_url": "destination_not_allowed" },
        });
        expect(answer.text).not.toContain(url);
        if (!url.includes("127.0.0.") && !url.includes("10.0.")) continue;
        const setting = answer === byAccount ? "WAYBILL_WEBHOOK_ALLOW_CIDRS" : "WAYBILL_CARRIER_ALLOW_CIDRS";
        expect(answer.body.detail).toContain(setting);
      }
    }
  });

  test("refuses a code twice, but not after the deletion and not for another owner", async () => {
    const { id, code } = await setUp();
    const again = await account.live.post(carriers, bodyOf({ code }));
    expectProblem(server, again, { status: 422, code: "carrier_code_taken", at: { "#/code": "taken" } });
    await setUp(account.sandbox, { code });
    await setUp((await server.account()).live, { code });
    await install({ code, accounts: [] });
    expect((await account.live.delete(`${carriers}/${id}`)).status).toBe(204);
    await setUp(account.live, { code });
  });

  test("is bounded", async () => {
    const crowded = await server.account();
    for (let number = 0; number < 50; number += 1) await addCarrier(server, "sandbox", crowded.accountId);
    const answer = await crowded.sandbox.post(carriers, bodyOf());
    expectProblem(server, answer, { status: 409, code: "limit_reached" });
    const first = await crowded.sandbox.get(`${carriers}?limit=30`);
    const rest = await crowded.sandbox.get(`${carriers}?limit=30&cursor=${first.body.next_cursor}`);
    const ids = [...first.body.data, ...rest.body.data].map(({ id }: { id: string }) => id);
    // Three simulated ones come with the sandbox.
    expect([ids.length, rest.body.has_more]).toEqual([53, false]);
    expect(ids).toEqual(ids.toSorted().reverse());
  });

  test("needs a key for secrets in live only", async () => {
    const plain = await startServer({ replacements: { kinds: playKind().kinds } });
    const { live, sandbox } = await plain.account();
    const refused = await live.post(carriers, bodyOf());
    expectProblem(plain, refused, { status: 409, code: "secret_key_missing" });
    expect(refused.body.detail).toContain("WAYBILL_SECRET_KEY");
    expect((await sandbox.post(carriers, bodyOf())).status).toBe(201);
    await plain.stop();
  });
});

describe("changing", () => {
  test("changes what is sent, counts the version, and connects the carrier anew", async () => {
    const { id, secret, ...before } = await setUp(account.live, {
      settings: { base_url, api_key: "a-long-api-key" },
    });
    const patch = (change: object, headers = {}) => account.live.patch(`${carriers}/${id}`, change, headers);
    const renamed = await patch({ name: "Fast Riders", code: "fast" }, { "if-match": '"1"' });
    expect(renamed.body).toMatchObject({ name: "Fast Riders", code: "fast", version: 2, secret: null });
    expect(renamed.body.settings).toEqual(before.settings);
    expect(renamed.headers.get("etag")).toBe('"2"');
    expectProblem(server, await patch({ name: "X" }, { "if-match": '"1"' }), {
      status: 412,
      code: "precondition_failed",
    });
    const same = await patch({ name: "Fast Riders", settings: { api_key: "a-long-api-key" } });
    expect(same.body.version).toBe(2);
    const region = await patch({ settings: { region: "north", api_key: null } });
    expect(region.body.settings).toEqual({
      base_url,
      region: "north",
      signing_secret: before.settings.signing_secret,
    });
    expect((await patch({ settings: { region: "" } })).body.settings).not.toHaveProperty("region");
    await patch({ settings: { region: "north" } });
    const { quotes } = await createQuoted(account.live);
    const quote = quotes.find((each: Answer["body"]) => each.carrier.id === id);
    expect(quote.carrier).toEqual({ id, code: "fast", name: "Fast Riders" });
    expect(played.connected.get(id)?.settings).toEqual({ base_url, region: "north", signing_secret: secret });
    expectProblem(server, await patch({ settings: { base_url: null } }), {
      status: 422,
      code: "validation_failed",
      at: { "#/settings/base_url": "required" },
    });
  });

  test("to production credentials is refused in the sandbox, and stores nothing", async () => {
    const { id } = await setUp(account.sandbox);
    const path = `${carriers}/${id}`;
    const refused = await account.sandbox.patch(path, { settings: { api_key: "production-key" } });
    expectProblem(server, refused, {
      status: 422,
      code: "production_credentials",
      at: { "#/settings/api_key": "production_credentials" },
    });
    expect((await account.sandbox.get(path)).body).toMatchObject({ version: 1, settings: { base_url } });
    const { id: liveId } = await setUp(account.live);
    const kept = await account.live.patch(`${carriers}/${liveId}`, {
      settings: { api_key: "production-key" },
    });
    expect(kept.body.version).toBe(2);
  });

  test("of an address needs the secrets again", async () => {
    const { id, secret } = await setUp(account.live, { settings: { base_url, api_key: "a-long-api-key" } });
    const path = `${carriers}/${id}`;
    const elsewhere = { base_url: "https://example.com/elsewhere" };
    const refused = await account.live.patch(path, { settings: { ...elsewhere, api_key: "a-long-api-key" } });
    expectProblem(server, refused, {
      status: 422,
      code: "secret_required",
      at: { "#/settings/signing_secret": "secret_required" },
    });
    expect(refused.body.detail).toEndWith("its address changed. Null makes a new signing secret.");
    const notThere = await account.live.patch(path, { settings: { base_url: "https://127.0.0.1/" } });
    expect(notThere.body.code).toBe("destination_not_allowed");
    expect((await account.live.get(path)).body.settings.base_url).toBe(base_url);
    const kept = await account.live.patch(path, {
      settings: { ...elsewhere, api_key: "another-api-key", signing_secret: secret },
    });
    expect(kept.body).toMatchObject({ version: 2, secret: null });
    const renewed = await account.live.patch(path, {
      settings: { base_url, api_key: null, signing_secret: null },
    });
    expect(renewed.body.secret).toMatch(/^whsec_/);
    expect(renewed.body.secret).not.toBe(secret);
    expect(renewed.body.settings).toEqual({
      base_url,
      signing_secret: { set: true, last4: renewed.body.secret.slice(-4) },
    });
  });

  test("to paused withdraws its open quotes and asks it no more; to active asks it again", async () => {
    const mine = await server.account();
    const { id } = await setUp(mine.live);
    await setUp(mine.live);
    const { shipment, quotes } = await createQuoted(mine.live);
    const own = quotes.find((quote: Answer["body"]) => quote.carrier.id === id);
    const assigned = await createQuoted(mine.live);
    const ownOfAssigned = assigned.quotes.find((quote: Answer["body"]) => quote.carrier.id === id);
    const assignments = `${platform}/shipments/${assigned.shipment.id}/assignments`;
    const assignment = await mine.live.post(assignments, { quote_id: ownOfAssigned.id });
    expect(assignment.status).toBe(201);

    const paused = await mine.live.patch(`${carriers}/${id}`, { status: "paused" });
    expect(paused.body).toMatchObject({ status: "paused", version: 2 });
    const { body } = await mine.live.get(`${platform}/shipments/${shipment.id}/quotes`);
    const statuses = body.data.map((quote: Answer["body"]) => [quote.carrier.id === id, quote.status]);
    expect(statuses.sort()).toEqual([
      [false, "open"],
      [true, "withdrawn"],
    ]);
    const refused = await mine.live.post(`${platform}/shipments/${shipment.id}/assignments`, {
      quote_id: own.id,
    });
    expect([refused.status, refused.body.code]).toEqual([409, "quote_not_open"]);
    const idsOf = async () =>
      (await createQuoted(mine.live)).quotes.map((quote: Answer["body"]) => quote.carrier.id);
    expect(await idsOf()).not.toContain(id);
    await eventually("the running job goes on", async () => {
      const { body: job } = await mine.live.get(`${assignments}/${assignment.body.id}`);
      return job.status === "confirmed" || undefined;
    });

    await mine.live.patch(`${carriers}/${id}`, { status: "active" });
    expect(await idsOf()).toContain(id);
  });
});

describe("deleting", () => {
  test("is refused while an assignment is active; then everything of it ends", async () => {
    const mine = await server.account();
    const { id } = await setUp(mine.live);
    const token = await mine.live.post(`${carriers}/${id}/tokens`, { name: "server" });
    const carrierServer = server.client({ authorization: `Bearer ${token.body.secret}` });
    const { shipment } = await createQuoted(mine.live);
    const path = `${platform}/shipments/${shipment.id}/assignments`;
    const accepted = await mine.live.post(path, { strategy: "cheapest" });
    const refused = await mine.live.delete(`${carriers}/${id}`);
    expectProblem(server, refused, { status: 409, code: "carrier_in_use" });
    expect((await carrierServer.get("/api/v1/carrier/me")).status).toBe(200);
    const cancelled = await mine.live.post(`${platform}/shipments/${shipment.id}/cancellation`, {});
    expect([200, 202]).toContain(cancelled.status);
    await eventually("the end of the assignment", async () => {
      const { body } = await mine.live.get(`${path}/${accepted.body.id}`);
      return body.status === "cancelled" || undefined;
    });

    const left = await createQuoted(mine.live);
    expect((await mine.live.delete(`${carriers}/${id}`)).status).toBe(204);
    for (const gone of [
      await mine.live.get(`${carriers}/${id}`),
      await mine.live.patch(`${carriers}/${id}`, { name: "x" }),
      await mine.live.delete(`${carriers}/${id}`),
      await mine.live.get(`${carriers}/${id}/tokens`),
    ]) {
      expectProblem(server, gone, { status: 404, code: "not_found" });
    }
    expectProblem(server, await carrierServer.get("/api/v1/carrier/me"), {
      status: 401,
      code: "token_revoked",
    });
    const { body } = await mine.live.get(`${platform}/shipments/${left.shipment.id}/quotes`);
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(["withdrawn"]);
    expect((await mine.live.get(`${path}/${accepted.body.id}`)).body.carrier.id).toBe(id);
    expect((await mine.live.get(carriers)).body.data).toEqual([]);
  });
});

describe("checking", () => {
  test("a carrier that was repaired gets the next request at once, and only after a check that passed", async () => {
    const mine = await server.account();
    const { id } = await setUp(mine.live);
    await createQuoted(mine.live);
    const carrier = played.connected.get(id);
    let isDown = true;
    const quote = carrier?.quote.bind(carrier);
    Object.assign(carrier ?? {}, {
      quote: (...asked: Parameters<NonNullable<typeof quote>>) =>
        isDown ? Promise.reject(new Error("down")) : quote?.(...asked),
    });
    const circuit = async () => (await mine.live.get(`${carriers}/${id}`)).body.health.circuit;
    for (let asked = 0; asked < 5; asked += 1) await createQuoted(mine.live);
    expect(await circuit()).toBe("open");
    isDown = false;
    expect((await createQuoted(mine.live)).quotes).toEqual([]);

    const { check } = played;
    played.check = async () => [{ code: "reachable", passed: false, detail: "No.", durationMs: 1 }];
    await mine.live.post(`${carriers}/${id}/check`);
    expect(await circuit()).toBe("open");
    played.check = check;
    await mine.live.post(`${carriers}/${id}/check`);
    expect(await circuit()).toBe("closed");
    const { quotes } = await createQuoted(mine.live);
    expect(quotes.map((each: Answer["body"]) => each.carrier.id)).toEqual([id]);
  });

  test("says what was found out, and never what the carrier wrote", async () => {
    const { id } = await setUp();
    const path = `${carriers}/${id}/check`;
    const good = await account.live.post(path);
    expect(good.body.points).toEqual([
      {
        code: "settings",
        passed: true,
        detail: "The settings are complete.",
        duration_ms: expect.any(Number),
      },
      { code: "reachable", passed: true, detail: "It answered.", duration_ms: 1 },
    ]);
    played.check = () => Promise.reject(new Error(`<b>${secretValue}</b>`));
    const bad = await account.live.post(path);
    expect(bad.body.points[1]).toMatchObject({ code: "reachable", passed: false });
    expect(bad.text).not.toContain(secretValue);
    const broken = await addCarrier(server, "live", account.accountId);
    const lost = await account.live.post(`${carriers}/${broken}/check`);
    expect(lost.body.points).toEqual([
      {
        code: "settings",
        passed: false,
        detail: "Waybill cannot use these settings. Set them again.",
        duration_ms: expect.any(Number),
      },
    ]);
    expect(played.connected.get(id)?.calls).toEqual([]);
  });
});

describe("the installation's carriers", () => {
  test("are everybody's, or those accounts' that it names, without settings and health", async () => {
    const [one, other] = [await server.account(), await server.account()];
    const all = await install();
    const some = await install({ accounts: [one.accountId] });
    expect(some).toMatchObject({ owner: "installation", accounts: [one.accountId] });
    const seenBy = async (client: Client) =>
      (await client.get(carriers)).body.data.map(({ id }: { id: string }) => id);
    expect(await seenBy(one.live)).toEqual(expect.arrayContaining([all.id, some.id]));
    expect(await seenBy(other.live)).toContain(all.id);
    expect(await seenBy(other.live)).not.toContain(some.id);
    expectProblem(server, await other.live.get(`${carriers}/${some.id}`), { status: 404, code: "not_found" });
    const seen = (await one.live.get(`${carriers}/${some.id}`)).body;
    expect(seen).toMatchObject({ owner: "installation", settings: null, health: null });
    expect(seen).not.toHaveProperty("accounts");
    for (const refused of [
      await one.live.patch(`${carriers}/${some.id}`, { status: "paused" }),
      await one.live.delete(`${carriers}/${some.id}`),
      await one.live.post(`${carriers}/${some.id}/check`),
      await one.live.get(`${carriers}/${some.id}/tokens`),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([404, "not_found"]);
    }
    const offered = async (client: Client) =>
      (await createQuoted(client)).quotes.map((quote: Answer["body"]) => quote.carrier.id);
    expect(await offered(one.live)).toContain(some.id);
    expect(await offered(other.live)).not.toContain(some.id);
    const path = `${ofOperator}/${some.id}${live}`;
    expect((await operator.session.patch(path, { accounts: [] })).body.accounts).toEqual([]);
    expect(await offered(one.live)).not.toContain(some.id);
    expect((await operator.session.patch(path, { accounts: null })).body.accounts).toBeNull();
    expect(await offered(other.live)).toContain(some.id);
    expect((await operator.session.delete(path)).status).toBe(204);
    expect((await operator.session.delete(`${ofOperator}/${all.id}${live}`)).status).toBe(204);
  });

  test("are the operator's in one environment at a time, and accounts' own are not among them", async () => {
    const own = await setUp();
    const installed = await install();
    const page = await operator.session.get(`${ofOperator}${live}`);
    const ids = page.body.data.map(({ id }: { id: string }) => id);
    expect(ids).toContain(installed.id);
    expect(ids).not.toContain(own.id);
    for (const path of [
      `${ofOperator}/${own.id}${live}`,
      `${ofOperator}/${installed.id}?environment=sandbox`,
    ]) {
      expectProblem(server, await operator.session.get(path), { status: 404, code: "not_found" });
    }
    for (const path of [ofOperator, `${ofOperator}/${installed.id}`]) {
      expectProblem(server, await operator.session.get(path), { status: 400, code: "environment_required" });
    }
    expectProblem(server, await account.session.get(`${ofOperator}${live}`), {
      status: 403,
      code: "operator_required",
    });
    const { body } = await operator.session.get(`${ofOperator}?environment=sandbox`);
    expect(body.data.filter(({ kind }: { kind: string }) => kind === "simulated")).toHaveLength(3);
    expect(body.data.at(-1)).toMatchObject({ settings: null, created_at: null, accounts: null });
    const token = await operator.session.post(`${ofOperator}/${installed.id}/tokens${live}`, {
      name: "server",
    });
    const me = await server
      .client({ authorization: `Bearer ${token.body.secret}` })
      .get("/api/v1/carrier/me");
    expect(me.body.id).toBe(installed.id);
    const entries = await operator.session.get("/api/v1/audit?action=token.issued");
    expect(entries.body.data[0].details).toEqual({ environment: "live", carrier_id: installed.id });
    await operator.session.delete(`${ofOperator}/${installed.id}${live}`);
  });
});

test("the audit log has every change, without values", async () => {
  const { id, secret } = await setUp();
  await account.live.patch(`${carriers}/${id}`, { name: "Other", settings: { region: secretValue } });
  await account.live.delete(`${carriers}/${id}`);
  const actions = "carrier.created,carrier.changed,carrier.removed";
  const { body, text } = await eventually("the entries", async () => {
    const page = await account.session.get(`/api/v1/audit?action=${actions}&target_id=${id}`);
    return page.body.data.length === 3 ? page : undefined;
  });
  expect(body.data.map((entry: Answer["body"]) => [entry.action, entry.details])).toEqual([
    ["carrier.removed", { environment: "live" }],
    ["carrier.changed", { environment: "live", changed: ["name", "settings"] }],
    ["carrier.created", { environment: "live" }],
  ]);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(secretValue);
});

test("secrets are in no answer, log, metric or database in the clear", async () => {
  const secrets = { signing_secret: "whsec_bm90IGluIHRoZSBjbGVhciE=", api_key: "key-not-in-the-clear" };
  const { id } = await setUp(account.live, { settings: { base_url, ...secrets } });
  const answers = [
    await account.live.get(carriers),
    await account.live.get(`${carriers}/${id}`),
    await account.live.patch(`${carriers}/${id}`, { settings: { api_key: `${secrets.api_key}2` } }),
    await account.live.patch(`${carriers}/${id}`, { settings: { ...secrets, unknown: secrets.api_key } }),
    await account.live.post(`${carriers}/${id}/check`),
    await createQuoted(account.live).then(({ shipment }) =>
      account.live.get(`${platform}/shipments/${shipment.id}/quotes`),
    ),
    await account.live.get(`${platform}/requests?limit=100`),
  ];
  const { body } = answers.at(-1) ?? { body: { data: [] } };
  for (const { id: requestId } of body.data)
    answers.push(await account.live.get(`${platform}/requests/${requestId}`));
  const texts = [...answers.map(({ text }) => text), JSON.stringify(databaseRows(server))].join("\n");
  for (const secret of Object.values(secrets)) expect(texts).not.toContain(secret);
});
