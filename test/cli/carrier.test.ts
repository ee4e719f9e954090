import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { secretPlace } from "../../src/delivery/carriers/settings.ts";
import { addCarrier } from "../support/carrier-rows.ts";
import { type ExampleCarrier, startExampleCarrier } from "../support/example-carrier.ts";
import { platform } from "../support/fixtures.ts";
import { startServer, type TestServer } from "../support/harness.ts";
import { createOperator } from "../support/operator.ts";
import { run } from "./run.ts";

const dataDir = mkdtempSync(join(tmpdir(), "waybill-carrier-command-"));
let server: TestServer;
let example: ExampleCarrier;
beforeAll(async () => {
  [server, example] = await Promise.all([startServer({ dataDir }), startExampleCarrier()]);
});
afterAll(async () => {
  await Promise.all([server.stop(), example.stop()]);
  rmSync(dataDir, { recursive: true });
});

async function carrierAt(baseUrl: string): Promise<string> {
  const id = server.deps.ids.make("car");
  const secret = server.deps.vault.seal(example.secret, secretPlace(id, "signing_secret"));
  const settings = { base_url: baseUrl };
  await addCarrier(server, "live", null, { id, kind: "http", settings, secrets: { signing_secret: secret } });
  return id;
}

const verify = (id: string, ...flags: string[]) =>
  run(["carrier", "verify", id, "--data", dataDir, ...flags]);

test("`carrier verify` prints each point, in the running server", async () => {
  const id = await carrierAt(example.baseUrl());
  const passed = await verify(id);
  expect([passed.exitCode, passed.stderr]).toEqual([0, ""]);
  const lines = passed.stdout.trim().split("\n");
  expect(lines.slice(0, 2)).toEqual([
    "passed  reachable  The carrier's server answered with status 200.",
    "passed  answers_quotes  The carrier made one offer.",
  ]);
  expect(lines).toHaveLength(11);
  const json = JSON.parse((await verify(id, "--json")).stdout);
  expect(json.carrier_id).toBe(id);
  expect(json.points[0]).toMatchObject({
    code: "reachable",
    passed: true,
    duration_ms: expect.any(Number),
  });
});

test("a server that fails a point makes the command fail, after all points", async () => {
  const failed = await verify(await carrierAt(example.baseUrl("careless")));
  expect(failed.exitCode).toBe(1);
  expect(failed.stdout).toContain(
    "FAILED  refuses_wrong_signature  The carrier answered a request with a wrong signature with status 200.",
  );
  expect(failed.stderr).toContain("points failed");
  expect(failed.stdout + failed.stderr).not.toContain(example.secret);
});

test("a carrier that does not serve Berlin is verified with a shipment of its own, and says what was not run", async () => {
  const offer = {
    service: { code: "plain", name: "Plain" },
    price: { amount: 900, currency: "USD" },
    estimated_pickup_at: null,
    estimated_delivery_at: null,
  };
  const booked = new Map<string, object>();
  const asked: { delivery: { address: { city: string } }; parcels: unknown }[] = [];
  const newYork = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = await request.json();
      if (request.headers.get("webhook-signature") === null) return new Response(null, { status: 401 });
      if (body.action === "quote") {
        asked.push(body);
        const serves = body.pickup.address.city === "New York";
        return Response.json(
          serves ? { offers: [offer] } : { unavailable: { code: "out_of_zone", message: "Not there." } },
        );
      }
      if (body.action === "book") booked.set(body.assignment_id, body);
      if (body.action === "book")
        return Response.json({ reference: "B-1", confirmed: true }, { status: 201 });
      return new Response(null, { status: 204 });
    },
  });
  const id = await carrierAt(newYork.url.href);
  const outside = await verify(id);
  expect(outside.stdout).toContain(
    "not run  books  The carrier made no offer for the sample, so nothing was booked.",
  );
  expect(outside.stdout).not.toContain("FAILED  books");
  expect([outside.exitCode, outside.stderr]).toEqual([
    1,
    expect.stringContaining("5 of 11 points were not run"),
  ]);
  expect(booked.size).toBe(0);

  const stop = (line1: string) => ({
    contact: { name: "Test", phone: "+12125550123" },
    address: { line1, city: "New York", state: "NY", postal_code: "10001", country: "US" },
  });
  const file = join(dataDir, "new-york.json");
  const shipment = {
    pickup: stop("1 Main St"),
    delivery: stop("2 Main St"),
    parcels: [{ weight_grams: 700 }],
  };
  await Bun.write(file, JSON.stringify(shipment));
  const inside = await verify(id, "--shipment", file);
  for (const point of ["books", "books_once", "updates", "cancels"])
    expect(inside.stdout).toContain(`passed  ${point}  `);
  expect([...booked.values()][0]).toMatchObject({
    delivery: { contact: { phone: "+12125550123" }, address: { line1: "2 Main St", latitude: null } },
    parcels: [{ weight_grams: 700 }],
  });
  for (const [text, message] of [
    ["{", "cannot read"],
    ["{}", "--shipment: pickup is required"],
  ] as const) {
    await Bun.write(file, text);
    const wrong = await verify(id, "--shipment", file);
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining(message)]);
  }
  await newYork.stop(true);
});

test("a server that cannot be reached fails the first point, and is not asked further", async () => {
  const gone = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { href } = gone.url;
  await gone.stop(true);
  const failed = await verify(await carrierAt(href));
  expect([failed.exitCode, failed.stdout]).toEqual([1, "FAILED  reachable  The connection was refused.\n"]);
  expect(failed.stderr).toContain("1 of 1 points failed");
});

test("what cannot be verified is said", async () => {
  const fleet = await addCarrier(server, "live", null, { kind: "fleet", secrets: {} });
  for (const [id, message] of [
    ["car_none", "<carrier> is not the id of a carrier"],
    [fleet, "<carrier> is of the kind fleet, which has no server to verify"],
  ] as const) {
    const { exitCode, stderr } = await verify(id);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  }
});

test("carriers are added, listed, checked and paused, beside a running server", async () => {
  const operator = await createOperator(server);
  const command = (args: string[], input?: unknown) =>
    run(["carrier", ...args, "--data", dataDir], input === undefined ? {} : { input: JSON.stringify(input) });
  const add = ["add", "--environment", "sandbox", "--kind", "http", "--name", "City Riders"];
  const settings = { base_url: example.baseUrl(), signing_secret: example.secret };
  const added = await command([...add, "--code", "city_riders", "--json"], settings);
  expect([added.exitCode, added.stderr]).toEqual([0, ""]);
  const { id, secret } = JSON.parse(added.stdout);
  expect(secret).toBeNull();
  expect(added.stdout).not.toContain(example.secret);

  const { accountId, email, sandbox } = await server.account();
  const own = await command([...add, "--code", "own", "--account", email], { base_url: example.baseUrl() });
  const [ownId = "", made = ""] = own.stdout.trim().split("\n");
  expect([own.exitCode, made.startsWith("whsec_")]).toEqual([0, true]);
  expect((await sandbox.get(`${platform}/carriers/${ownId}`)).body.owner).toBe("account");

  const list = await command(["list", "--environment", "sandbox"]);
  expect(list.stdout).toBe(`${id}  active  http  city_riders  City Riders\n`);
  const ofAccount = await command(["list", "--environment", "sandbox", "--account", accountId, "--json"]);
  expect(JSON.parse(ofAccount.stdout).data.map((carrier: { id: string }) => carrier.id)).toEqual([ownId]);
  expect((await command(["list", "--environment", "live", "--account", email])).stdout).toBe(
    "No carriers.\n",
  );

  const checked = await command(["check", id]);
  expect([checked.exitCode, checked.stderr]).toEqual([0, ""]);
  expect(checked.stdout).toContain("passed  settings  The settings are complete.\n");
  // The example carrier has another secret.
  const refused = await command(["check", ownId]);
  expect([refused.exitCode, refused.stdout.includes("FAILED")]).toEqual([1, true]);

  expect((await command(["pause", id])).stdout).toBe(`The carrier ${id} (City Riders) is paused.\n`);
  const path = `/api/v1/operator/carriers/${id}?environment=sandbox`;
  expect((await operator.session.get(path)).body.status).toBe("paused");
  expect((await command(["pause", id, "--resume"])).stdout).toContain("is active");

  for (const [args, input, message] of [
    [[...add, "--code", "city_riders"], settings, "is the code of another carrier"],
    [[...add, "--code", "x1"], { base_url: 7 }, "the settings.base_url must be"],
    [[...add, "--code", "x2"], undefined, "standard input must hold the settings as JSON"],
    [["pause", "car_none"], undefined, "is not the id of a carrier"],
    [
      [...add, "--code", "x3"],
      { base_url: "https://10.0.0.1/" },
      "is not an allowed destination: requests go to public addresses\nwaybill: The destination is not allowed. Use a public address, or allow yours with WAYBILL_CARRIER_ALLOW_CIDRS.",
    ],
    [
      ["add", "--environment", "live", "--kind", "http", "--name", "X", "--code", "x4"],
      settings,
      "waybill: Secrets cannot be encrypted on this installation. The operator must set WAYBILL_SECRET_KEY",
    ],
  ] as const) {
    const wrong = await command([...args], input);
    expect([wrong.exitCode > 0, wrong.stderr]).toEqual([true, expect.stringContaining(message)]);
  }
});

test("without a server, commands about carriers need the key of the installation's secrets, and change nothing without", async () => {
  const folder = mkdtempSync(join(tmpdir(), "waybill-carrier-key-"));
  const key = (fill: number) => ({ WAYBILL_SECRET_KEY: Buffer.alloc(32, fill).toString("base64") });
  const command = (args: string[], env: Record<string, string> = {}, input?: string) =>
    run(["carrier", ...args, "--data", folder], { env, ...(input === undefined ? {} : { input }) });
  await run(["init", "--email", "alex@example.com", "--password-stdin", "--data", folder], {
    input: "a long enough passphrase",
  });
  const add = ["add", "--environment", "live", "--kind", "http", "--code", "riders", "--name", "Riders"];
  const added = await command(add, key(1), JSON.stringify({ base_url: "https://carrier.invalid/" }));
  const [id = ""] = added.stdout.split("\n");
  expect([added.exitCode, id]).toEqual([0, expect.stringMatching(/^car_/)]);
  for (const [args, env, message] of [
    [["pause", id], {}, "are encrypted: set their key in WAYBILL_SECRET_KEY"],
    [add, {}, "are encrypted: set their key in WAYBILL_SECRET_KEY"],
    [["check", id], key(2), "WAYBILL_SECRET_KEY does not match the secrets"],
  ] as const) {
    const { exitCode, stdout, stderr } = await command([...args], env, "{}");
    expect([exitCode, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
  }
  const list = await command(["list", "--environment", "live"], key(1));
  expect(list.stdout).toBe(`${id}  active  http  riders  Riders\n`);
  expect((await command(["pause", id], key(1))).stdout).toContain("is paused");
  rmSync(folder, { recursive: true });
});
