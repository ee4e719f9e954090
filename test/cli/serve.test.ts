import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chownSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { linesOf } from "../infra/db/support.ts";
import { command } from "../support/command.ts";
import { startExampleCarrier } from "../support/example-carrier.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { createClient, eventually } from "../support/harness.ts";
import { testWith } from "../support/test-with.ts";
import { run, type Serving, serve } from "./run.ts";

const somebodyElse = 65_534;

/** The processes' folder for temporary files. */
let folder: string;
const env = () => ({ TMPDIR: folder });
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-serve-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const json = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
const shipment = {
  pickup: { contact: { name: "A" }, address: { line1: "Torstr. 1", city: "Berlin", country: "DE" } },
  delivery: { contact: { name: "B" }, address: { line1: "Am Kanal 7", city: "Potsdam", country: "DE" } },
  parcels: [{ weight_grams: 1200 }],
};

interface Ready {
  url: string;
  sandbox_key: string;
  live_key: string;
  pid: number;
}

function startEphemeral(...more: string[]): Promise<Serving> {
  return serve(["--ephemeral", "--port", "0", "--ready-json", ...more], { env: env() });
}

function readyOf({ said }: Serving): Ready {
  return JSON.parse(said);
}

/** Makes a folder look as if its process had been killed an hour ago. */
function age(name: string): void {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(join(folder, name), anHourAgo, anHourAgo);
}

async function goneFrom(name: string): Promise<void> {
  await eventually(`${name} is removed`, () => !readdirSync(folder).includes(name) || undefined);
}

/** Calls with the sandbox key. */
async function call({ url, sandbox_key }: Ready, path: string, body?: unknown) {
  const response = await fetch(`${url}/api/v1/platform${path}`, {
    headers: { ...json, "x-api-key": sandbox_key },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what is in there
  return (await response.json()) as any;
}

describe("--ephemeral", () => {
  test("--ready-json is one line; the keys are those of an account without limits; nothing stays", async () => {
    const serving = await startEphemeral();
    const ready = readyOf(serving);
    expect(Object.keys(ready)).toEqual([
      "event",
      "url",
      "sandbox_key",
      "live_key",
      "setup_url",
      "pid",
      "startup_ms",
    ]);
    expect(ready.pid).toBe(serving.pid);
    for (const key of [ready.sandbox_key, ready.live_key]) {
      const account = await call({ ...ready, sandbox_key: key }, "/account");
      expect([account.tier, account.environment]).toEqual(["unlimited", key.split("_")[1]]);
    }
    expect(readdirSync(folder)).toHaveLength(1);
    const { exitCode, stdout, stderr } = await serving.kill();
    expect([exitCode, stdout, stderr]).toEqual([0, `${serving.said}`, ""]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("what one that was killed left goes with a later one; what another one uses stays", async () => {
    await (await startEphemeral()).kill("SIGKILL");
    const [left = ""] = readdirSync(folder);
    age(left);
    const other = await startEphemeral();
    await goneFrom(left);
    const [used = ""] = readdirSync(folder);
    age(used);
    mkdirSync(join(folder, left));
    age(left);
    const third = await startEphemeral();
    await goneFrom(left);
    expect(readdirSync(folder)).toHaveLength(2);
    expect((await fetch(`${readyOf(other).url}/readyz`)).status).toBe(200);
    await other.kill();
    await third.kill();
    expect(readdirSync(folder)).toEqual([]);
  });

  /** An empty folder of its own that looks abandoned goes; what has such a name and is not its own stays. */
  async function expectKept(kept: string): Promise<void> {
    const own = "waybill-ephemeral-own";
    mkdirSync(join(folder, own));
    age(own);
    const serving = await startEphemeral();
    await goneFrom(own);
    await serving.kill();
    expect(readdirSync(folder)).toEqual([kept]);
    expect(readdirSync(join(folder, kept))).toEqual([]);
    rmSync(join(folder, kept), { recursive: true });
  }

  test("a link with the name of such a folder stays, and so does what it leads to", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "waybill-elsewhere-"));
    const link = "waybill-ephemeral-link";
    symlinkSync(elsewhere, join(folder, link));
    const anHourAgo = new Date(Date.now() - 3_600_000);
    utimesSync(elsewhere, anHourAgo, anHourAgo);
    lutimesSync(join(folder, link), anHourAgo, anHourAgo);
    await expectKept(link);
    rmSync(elsewhere, { recursive: true });
  });

  testWith("root", "another user's folder with such a name stays", async () => {
    const theirs = "waybill-ephemeral-theirs";
    mkdirSync(join(folder, theirs));
    chownSync(join(folder, theirs), somebodyElse, somebodyElse);
    age(theirs);
    await expectKept(theirs);
  });

  test("with the same seed there are the same keys, ids, quotes and tracking numbers", async () => {
    const told = ["tests", "tests", "two"].map(async (seed) => {
      const serving = await startEphemeral("--seed", seed);
      const ready = readyOf(serving);
      const { id, tracking_number, tracking_url } = await call(ready, "/shipments", shipment);
      const quotes = (await call(ready, `/shipments/${id}/quotes`)).data;
      await serving.kill();
      return {
        keys: [ready.sandbox_key, ready.live_key],
        shipment: [id, tracking_number, new URL(tracking_url).pathname],
        quotes: quotes.map((quote: { id: string; price: unknown }) => [quote.id, quote.price]),
      };
    });
    const [one, same, two] = await Promise.all(told);
    expect(one?.quotes).toHaveLength(3);
    expect(same).toEqual(one as never);
    expect(two?.keys).not.toEqual(one?.keys);
    expect(two?.shipment).not.toEqual(one?.shipment);
  });

  test("a shipment that names no speed is delivered at once; another speed holds as it is named", async () => {
    const serving = await startEphemeral();
    const ready = readyOf(serving);
    const slow = await call(ready, "/shipments", { ...shipment, simulation: { speed: 1 } });
    expect(slow.simulation.speed).toBe(1);
    const { id } = await call(ready, "/shipments", shipment);
    await call(ready, `/shipments/${id}/quotes`);
    await call(ready, `/shipments/${id}/assignments`, { strategy: "cheapest" });
    await eventually("the delivery", async () => {
      const { status } = await call(ready, `/shipments/${id}`);
      return status === "delivered" || undefined;
    });
    await serving.kill();
  });
});

test("--exit-with-parent: it ends with who started it, and leaves nothing", async () => {
  const starting = [...command, "serve", "--ephemeral", "--port", "0", "--ready-json"];
  const parent = Bun.spawn([process.execPath, "-e", starter([...starting, "--exit-with-parent"])], {
    env: env(),
    stdout: "pipe",
  });
  const reader = parent.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let line = "";
  while (!line.includes("\n")) line += (await reader.read()).value ?? "";
  const { url } = JSON.parse(line) as Ready;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  parent.kill("SIGKILL");
  await eventually("its end", () =>
    fetch(`${url}/readyz`).then(
      () => undefined,
      () => true,
    ),
  );
  await eventually("an empty folder", () => readdirSync(folder).length === 0 || undefined);
});

testWith(
  "linux",
  "--exit-with-parent: it ends where who started it had ended before it could look",
  async () => {
    const starting = [...command, "serve", "--ephemeral", "--port", "0", "--ready-json"];
    const shell = ["setsid", "bash", "-c", '"$@" &', "bash", ...starting, "--exit-with-parent"];
    const child = Bun.spawn(shell, { env: { ...env(), PATH: "/usr/bin:/bin" }, stdout: "pipe" });
    let said = "";
    const reading = (async () => {
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) said += text;
      return "ended";
    })();
    const outcome = await Promise.race([reading, Bun.sleep(150_000)]);
    if (outcome !== "ended") process.kill((JSON.parse(said) as Ready).pid);
    expect(outcome).toBe("ended");
    expect(said).toContain('"event":"ready"');
    expect(readdirSync(folder)).toEqual([]);
  },
);

test("a closed terminal ends it as SIGTERM does, and nothing stays", async () => {
  const serving = await startEphemeral();
  expect((await serving.kill("SIGHUP")).exitCode).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

testWith("linux", "under nohup it outlives its terminal", async () => {
  const starting = [...command, "serve", "--ephemeral", "--port", "0", "--ready-json"];
  const child = Bun.spawn(["nohup", ...starting], { env: env(), stdout: "pipe", stderr: "ignore" });
  const { value = "" } = await linesOf(child.stdout).next();
  const { url } = JSON.parse(value) as Ready;
  child.kill("SIGHUP");
  // One without nohup starts later, and ends by the same signal.
  expect((await (await startEphemeral()).kill("SIGHUP")).exitCode).toBe(0);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
});

test("without a place for temporary files it says which variable names one", async () => {
  const missing = join(folder, "missing");
  const finished = await run(["serve", "--ephemeral", "--port", "0"], { env: { TMPDIR: missing } });
  expect(finished).toEqual({
    exitCode: 73,
    stdout: "",
    stderr: `waybill: cannot create a folder in ${missing} (ENOENT): set TMPDIR to another temporary folder\n`,
  });
});

/** A program that starts another one, and then waits. */
function starter(command: string[]): string {
  return `Bun.spawn(${JSON.stringify(command)}, { stdout: "inherit", env: process.env }); setInterval(() => {}, 1000);`;
}

test("a port that is taken may be free later, which the exit code says; nothing is made", async () => {
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const data = join(folder, "data");
  const { exitCode, stdout, stderr } = await run(["serve", "--port", String(taken.port), "--data", data]);
  await taken.stop();
  expect([exitCode, stdout]).toEqual([exitCodes.tryLater.code, ""]);
  expect(stderr).toMatch(/^waybill: cannot listen on --host 127\.0\.0\.1 --port \d+ [^\n]+\n$/);
  expect(readdirSync(folder)).toEqual([]);
});

describe("the first start of an installation", () => {
  test("prints a link that makes the operator; once there is one, there is no link", async () => {
    const data = join(folder, "data");
    const first = await serve(["--port", "0", "--data", data, "--ready-json"]);
    const { url, setup_url: link, sandbox_key: key } = JSON.parse(first.said);
    expect(key).toBeNull();
    const [page, token] = link.split("#");
    expect(page).toBe(`${url}/setup`);
    expect((await fetch(page)).status).toBe(200);
    const person = { email: "o@example.com", password: "a long enough passphrase", account_name: "O" };
    const made = await fetch(`${url}/api/v1/auth/setup`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ token, ...person }),
    });
    expect(made.status).toBe(201);
    const { stdout, stderr } = await first.kill();
    expect(stdout).toBe(first.said);
    // The log of the process is kept longer than the link counts.
    expect(stderr).not.toContain(token);

    const second = await serve(["--port", "0", "--data", data]);
    const local = await second.kill();
    expect(local.stdout).toMatch(/^Waybill is listening on http:\S+\n$/);
    expect(local.stderr).toContain("Only this machine can open Waybill, and no phone");
    const named = await serve(["--port", "0", "--data", data, "--public-url", "https://waybill.example.com"]);
    const { stdout: said, stderr: logged } = await named.kill();
    expect(logged).not.toContain("Only this machine");
    expect(logged).toContain("Before you go live: If this disk fails, everything is lost");
    expect(said).toMatch(/^Waybill is listening on http:\S+, public URL https:\/\/waybill\.example\.com\n$/);
    rmSync(data, { recursive: true });
  });

  test("tells people what the link is for", async () => {
    const data = join(folder, "people");
    const serving = await serve(["--port", "0", "--data", data]);
    expect((await serving.kill()).stdout).toMatch(
      /This installation has no operator yet\. Open this link within 30 minutes to become the operator:\n\n {2}http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]{43}\n/,
    );
    rmSync(data, { recursive: true });
  });
});

test("a CA file that cannot be used ends the start with 2 and a sentence; nothing is created", async () => {
  const data = join(folder, "never");
  const empty = join(folder, "empty.pem");
  await Bun.write(empty, "nothing");
  for (const [caFile, why] of [
    [join(folder, "none.pem"), "cannot be read (ENOENT)"],
    [folder, "cannot be read (EISDIR)"],
    [empty, "holds no certificate in PEM format"],
  ] as const) {
    const ended = await run(["serve", "--data", data, "--port", "0"], {
      env: { ...env(), WAYBILL_CA_FILE: caFile },
    });
    expect(ended).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `waybill: WAYBILL_CA_FILE names ${caFile}, which ${why}\n`,
    });
  }
  expect(readdirSync(folder)).not.toContain("never");
});

test("with the live key of an ephemeral server a shop rehearses: its carrier, its receiver, and an inbox", async () => {
  const [serving, carrier] = await Promise.all([startEphemeral("--seed", "live"), startExampleCarrier()]);
  const received: string[] = [];
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      received.push(await request.text());
      return new Response(null, { status: 204 });
    },
  });
  try {
    const { url, live_key, sandbox_key } = readyOf(serving);
    const live = createClient(url, { "x-api-key": live_key });
    const inbox = { url: "waybill:inbox", events: ["shipment.*"] };
    const made = await live.post(`${platform}/webhooks`, inbox);
    const own = await live.post(`${platform}/webhooks`, { ...inbox, url: `${receiver.url}hook` });
    expect([made.status, own.status]).toEqual([201, 201]);
    const elsewhere = await live.post(`${platform}/webhooks`, { ...inbox, url: "http://1.1.1.1/hook" });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([422, "destination_not_allowed"]);
    const settings = { base_url: carrier.baseUrl(), signing_secret: carrier.secret };
    const connected = await live.post(`${platform}/carriers`, {
      kind: "http",
      code: "own",
      name: "Own",
      settings,
    });
    expect(connected.status).toBe(201);
    const { body: shipment } = await live.post(`${platform}/shipments`, shipmentBody());
    await live.get(`${platform}/shipments/${shipment.id}/quotes?wait_seconds=20`);
    const cheapest = { strategy: "cheapest" };
    expect((await live.post(`${platform}/shipments/${shipment.id}/assignments`, cheapest)).status).toBe(201);
    const wanted = `${platform}/sandbox/inbox?type=shipment.assigned&shipment_id=${shipment.id}`;
    const [message] = (await live.get(`${wanted}&wait_seconds=30`)).body.data;
    expect(message).toMatchObject({ environment: "live", webhook_id: made.body.id });
    const event = new Webhook(made.body.secret).verify(message.body, message.headers);
    expect(event).toMatchObject({ environment: "live", type: "shipment.assigned" });
    await eventually("the receiver's webhook", () => received.includes(message.body) || undefined);
    const sandbox = createClient(url, { "x-api-key": sandbox_key });
    expect((await sandbox.get(`${platform}/sandbox/inbox`)).body.data).toEqual([]);
    expect((await live.get(`${platform}/sandbox/clock`)).body.code).toBe("sandbox_only");
    expect((await live.delete(`${platform}/sandbox/inbox`)).status).toBe(204);
    expect((await live.get(wanted)).body.data).toEqual([]);
  } finally {
    await Promise.all([serving.kill(), carrier.stop(), receiver.stop(true)]);
  }
});
