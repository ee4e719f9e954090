import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { loadConfig } from "../../src/app/config/reading.ts";
import { settingNames } from "../../src/infra/config/settings.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { startGeocoder } from "../support/geocoder.ts";
import { eventually, startServer } from "../support/harness.ts";
import { startMailServer } from "../support/mail-server.ts";
import { createOperator } from "../support/operator.ts";

const mails = await startMailServer();
afterAll(() => mails.stop());

const settings = "/api/v1/operator/settings";

test("every setting is shown with its value and where it came from, and no secret", async () => {
  const secretKey = randomBytes(32).toString("base64");
  const {
    data: _folder,
    port: _port,
    logLevel: _level,
    ...config
  } = loadConfig(
    { signup: "closed", defaultTier: "growth" },
    {},
    {
      WAYBILL_BACKUP_KEEP: "9",
      WAYBILL_SECRET_KEY: secretKey,
      WAYBILL_SMTP_URL: mails.url,
      WAYBILL_SMTP_FROM: "waybill@example.com",
    },
  );
  const server = await startServer({ config });
  const { session } = await createOperator(server);
  const { body, text } = await session.get(settings);
  expect(body.data.map(({ variable }: { variable: string }) => variable)).toHaveLength(settingNames.length);
  const setting = (name: string) => body.data.find((each: { name: string }) => each.name === name);
  expect(setting("signup")).toEqual({
    name: "signup",
    value: "closed",
    source: "flag",
    from: "--signup",
    flag: "--signup",
    variable: "WAYBILL_SIGNUP",
    description: "Whether anyone may sign up.",
  });
  expect(setting("backup-keep")).toMatchObject({
    value: "9",
    source: "variable",
    from: "WAYBILL_BACKUP_KEEP",
  });
  expect(setting("port")).toMatchObject({ value: "8080", source: "default", from: null });
  expect(setting("secret-key")).toMatchObject({ value: "***", from: "WAYBILL_SECRET_KEY" });
  expect(setting("smtp-url")).toMatchObject({ value: "***" });
  for (const secret of [secretKey, mails.url, ":pass@"]) expect(text).not.toContain(secret);
  const mail = { is_set_up: true, last_sent_at: null, last_failure: null };
  expect(body.state).toEqual({
    public_url: server.url,
    is_sign_up_open: false,
    default_tier: "growth",
    encrypts_secrets: true,
    mail,
    geocoder: null,
  });

  const send = async () => {
    await session.post("/api/v1/operator/alarms/test");
    return (await session.get(settings)).body.state.mail;
  };
  mails.refusing = true;
  const failed = await send();
  expect(failed).toMatchObject({
    last_sent_at: null,
    last_failure: { message: expect.stringContaining("try later") },
  });
  mails.refusing = false;
  expect(await send()).toEqual({ ...mail, last_sent_at: expect.stringMatching(/Z$/) });
  const { session: other } = await server.account();
  expect((await other.get(settings)).status).toBe(403);
  await server.stop();
});

test("the geocoder's finds are counted by how exact they are, and its errors name neither key nor address", async () => {
  const geocoder = await startGeocoder();
  const geocoderKey = "the-key-of-a-hosted-geocoder";
  const server = await startServer({
    config: { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000, geocoderKey },
  });
  const { session } = await createOperator(server);
  const { live } = await server.account();
  const read = async () => {
    const { body, text } = await session.get(settings);
    expect(text).not.toContain(geocoderKey);
    return body.state.geocoder;
  };
  const nothing = { house: 0, street: 0, area: 0, town: 0, nothing: 0 };
  expect(await read()).toMatchObject({ found: nothing, waiting: 0, is_resting: false, failures: [] });
  const stopAt = (line1: string) => ({
    contact: { name: "Alex Example" },
    address: { line1, city: "Berlin", postal_code: "10119", country: "DE" },
  });
  await createShipment(live, { pickup: stopAt("Torstraße 1"), delivery: stopAt("Nirgendweg 9") });
  const found = await eventually("both answers", async () => {
    const state = await read();
    return state.found.house + state.found.nothing === 2 && state;
  });
  expect(found).toMatchObject({
    found: { ...nothing, house: 1, nothing: 1 },
    attribution: "Data © OpenStreetMap contributors, ODbL 1.0.",
    last_answer_at: expect.stringMatching(/Z$/),
  });
  geocoder.play = "too_many";
  await live.post(`${platform}/geocoding`, { q: "Torstraße 1", country: "DE" });
  const failing = await read();
  expect(failing).toMatchObject({
    is_resting: true,
    failures: [{ message: expect.stringContaining("429") }],
  });
  expect(JSON.stringify(failing)).not.toMatch(/Torstra|Nirgend|127\.0\.0\.1/);
  await server.stop();
  await geocoder.stop();
});
