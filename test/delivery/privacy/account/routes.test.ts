import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectProblem } from "../../../api/problem.ts";
import { createClock } from "../../../support/clock.ts";
import { platform } from "../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

const clock = createClock();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

async function keyWith(account: TestAccount, input: Record<string, unknown>) {
  const answer = await account.session.post("/api/v1/keys", { environment: "sandbox", ...input });
  expect(answer.status).toBe(201);
  return { id: answer.body.id as string, client: server.client({ "x-api-key": answer.body.secret }) };
}

describe("the account", () => {
  test("is told to any key, with that key", async () => {
    const account = await server.account();
    const { id, client } = await keyWith(account, { name: "narrow", scopes: ["sandbox:write"] });
    const answer = await client.get(`${platform}/account`);
    expect(answer.status).toBe(200);
    const { body: key } = await account.session.get(`/api/v1/keys/${id}`);
    expect(answer.body).toEqual({
      id: account.accountId,
      name: "Test",
      environment: "sandbox",
      created_at: new Date(clock.now()).toISOString(),
      tier: "unlimited",
      tier_price: null,
      limits: null,
      budget: null,
      requests_left_today: null,
      stored_bytes: 0,
      brand: {
        logo_image_id: null,
        logo_url: null,
        color: null,
        contact: { phone: null, email: null, url: null },
        proof_behind_digits: true,
        privacy_url: null,
        imprint_url: null,
      },
      retention_days: null,
      retention_days_max: null,
      link_days: null,
      recipient_mail: false,
      recipient_mail_blocked_by: "sandbox",
      later_charges_percent: 0,
      accept_by_default: null,
      language: "en",
      units: null,
      purpose: null,
      link_days_default: 30,
      deletion: null,
      carriers: expect.arrayContaining([
        { id: expect.stringMatching(/^car_/), code: "swift_bike", name: "Swift Bike" },
      ]),
      key: {
        id,
        name: "narrow",
        prefix: "wb_sandbox_",
        last4: key.last4,
        scopes: ["sandbox:write"],
        expires_at: null,
      },
    });
    const live = await account.live.get(`${platform}/account`);
    expect(live.body).toMatchObject({ environment: "live", carriers: [] });
  });

  test("keeps what it is used for, which its session says too, and everybody may read it", async () => {
    const account = await server.account();
    const path = `${platform}/account`;
    const change = (purpose: unknown) =>
      account.session.patch(path, { purpose }, { "x-environment": "sandbox" });
    const session = async () => (await account.session.get("/api/v1/auth/session")).body.account.purpose;
    expect(await session()).toBeNull();
    expect((await change("own_fleet")).body.purpose).toBe("own_fleet");
    expect(await session()).toBe("own_fleet");
    expect((await account.live.get(path)).body.purpose).toBe("own_fleet");
    // Leaving it out leaves it as it was, and so does a word that nobody knows.
    await account.session.patch(path, { link_days: 9 }, { "x-environment": "sandbox" });
    const wrong = await change("riders");
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, "#/purpose"]);
    expect(await session()).toBe("own_fleet");
    expect((await change(null)).body.purpose).toBeNull();
  });

  test("is told to people who are signed in, without a key", async () => {
    const account = await server.account();
    const { body } = await account.session.get(`${platform}/account`, { "x-environment": "live" });
    expect(body).toMatchObject({ id: account.accountId, environment: "live", key: null });
    expectProblem(server, await server.client().get(`${platform}/account`), {
      status: 401,
      code: "api_key_missing",
    });
  });

  test("has a language and units for what people print and type, and takes no others", async () => {
    const account = await server.account();
    const set = (change: object) =>
      account.session.patch(`${platform}/account`, change, { "x-environment": "sandbox" });
    expect((await set({ language: "ar", units: "imperial" })).body).toMatchObject({
      language: "ar",
      units: "imperial",
    });
    for (const [member, value] of [
      ["language", "xx"],
      ["language", null],
      ["units", "stones"],
    ] as const) {
      const { status, body } = await set({ [member]: value });
      expect([status, body.errors[0].pointer]).toEqual([422, `#/${member}`]);
    }
    const { body } = await account.live.get(`${platform}/account`);
    expect(body).toMatchObject({ language: "ar", units: "imperial" });
    expect((await set({ units: null })).body).toMatchObject({ language: "ar", units: null });
  });
});
