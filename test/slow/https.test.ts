import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Running } from "../../src/app/server.ts";
import type { Config } from "../../src/infra/config.ts";
import { listNeeds } from "../../src/operator/needs.ts";
import { askSecure, connectSecure, startSecure } from "../app/front/support.ts";
import { serve } from "../cli/run.ts";
import { createClock } from "../support/clock.ts";
import { freePort } from "../support/free-port.ts";
import { eventually } from "../support/harness.ts";
import { type Pebble, startPebble } from "../support/pebble.ts";
import { describeWith } from "../support/test-with.ts";
import { type Between, standBetween } from "./acme-proxy.ts";

/** `--domain` with Pebble, the test authority of Let's Encrypt, also where it or the network is hostile. */

const name = "waybill.localhost";
const dayMs = 86_400_000;

let folder: string;
let httpPort: number;
let pebble: Pebble;
let between: Between | undefined;
let running: Running | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-acme-"));
  httpPort = freePort();
});
afterEach(async () => {
  await running?.stop();
  await pebble?.stop();
  await between?.stop();
  running = undefined;
  between = undefined;
  rmSync(folder, { recursive: true });
});

const configOf = (config: Partial<Config> = {}): Partial<Config> => ({
  domain: name,
  publicUrl: `https://${config.domain ?? name}`,
  httpPort,
  acmeDirectory: between?.directory ?? pebble.directory,
  acmeCaFile: pebble.caFile,
  ...config,
});

async function begin(config: Partial<Config> = {}, replacements = {}): Promise<Running> {
  running = await startSecure(folder, configOf(config), replacements);
  return running;
}

interface Served {
  names: string;
  validTo: number;
  serial: string;
}

/** The certificate that a new connection gets, once there is one. */
function certificate({ url }: { url: string }, servername = name): Promise<Served> {
  const place = new URL(url);
  place.hostname = "127.0.0.1";
  return eventually("a certificate", async () => {
    const connection = await connectSecure(place.href, { servername }).catch(() => undefined);
    if (connection === undefined) return undefined;
    const { subjectaltname = "", valid_to, serialNumber } = connection.socket.getPeerCertificate();
    connection.socket.destroy();
    return { names: subjectaltname, validTo: Date.parse(valid_to), serial: serialNumber };
  });
}

async function headersOf({ url }: Running): Promise<string> {
  const place = new URL(url);
  place.hostname = "127.0.0.1";
  const connection = await connectSecure(place.href, { servername: name });
  const answer = await askSecure(connection, "/healthz");
  connection.socket.destroy();
  return answer;
}

const plain = (path: string) => fetch(`http://127.0.0.1:${httpPort}${path}`, { redirect: "manual" });

/** A server that stops before would go on with its order beside the next one. */
const endOfTry = () =>
  eventually("an end of this try", async () => (await (await plain("/")).text()).includes(": "));

describeWith("Pebble", "--domain", () => {
  test("gets a certificate, keeps it over a restart, and its keys are for the owner alone", async () => {
    pebble = await startPebble(folder, { httpPort, nonceRejectPercent: 30 });
    const first = await certificate(await begin({ secretKey: new Uint8Array(32).fill(7) }));
    expect(first.names).toBe(`DNS:${name}`);
    expect((await plain("/t/x")).headers.get("location")).toBe(`https://${name}/t/x`);
    // A first certificate may stay the only one.
    expect(await headersOf(running as Running)).not.toMatch(/strict-transport-security/i);
    const file = join(folder, "data/https.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toContain("PRIVATE");
    await running?.stop();
    expect(await certificate(await begin({ secretKey: new Uint8Array(32).fill(7) }))).toEqual(first);
    expect(pebble.orders()).toBe(1);
  });

  test("of an address too: it lives six days", async () => {
    pebble = await startPebble(folder, { httpPort });
    const { names, validTo } = await certificate(await begin({ domain: "127.0.0.1" }), "");
    expect(names).toBe("IP Address:127.0.0.1");
    expect(validTo).toBeLessThan(Date.now() + 7 * dayMs);
  });

  test("is renewed in time; HSTS begins then; a third order within the hour is not made", async () => {
    pebble = await startPebble(folder, { httpPort, lifeSeconds: 9 });
    const first = await certificate(await begin());
    const renewed = await eventually("a renewal", async () => {
      const now = await certificate(running as Running);
      return now.serial === first.serial ? undefined : now;
    });
    expect(renewed.validTo).toBeGreaterThan(first.validTo);
    expect(await headersOf(running as Running)).toMatch(/strict-transport-security: max-age=31536000/i);
    await eventually("its end", () => Date.now() > renewed.validTo);
    // The old one is served on: there is no way back to plain HTTP.
    expect((await certificate(running as Running)).serial).toBe(renewed.serial);
    const [need] = await listNeeds((running as Running).deps);
    expect([need?.kind, need?.message]).toEqual([
      "certificate_expiring",
      expect.stringContaining("has expired"),
    ]);
    expect(pebble.orders()).toBe(2);
  });

  test("until there is one, port 80 says what it waits for, and nothing else answers", async () => {
    pebble = await startPebble(folder, { httpPort: freePort() });
    const server = await begin();
    await eventually("the reason", async () => {
      const answer = await plain("/");
      expect(answer.status).toBe(503);
      const text = await answer.text();
      expect(text).toStartWith(`Waiting for a certificate for ${name}`);
      return text.includes("connection refused") || undefined;
    });
    const health = await plain("/healthz");
    expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
    const place = new URL(server.url);
    await expect(connectSecure(`https://127.0.0.1:${place.port}`, { servername: name })).rejects.toThrow();
  });

  test("what went wrong is still said when the next order has to wait, and until when", async () => {
    pebble = await startPebble(folder, { httpPort: freePort() });
    await begin();
    await endOfTry();
    await running?.stop();
    // The first order was made. A second one follows, and no third.
    await begin();
    const told = await eventually("the limit", async () => {
      const text = await (await plain("/")).text();
      return text.includes("two orders an hour") ? text : undefined;
    });
    expect(told).toMatch(
      /connection refused\. Waybill makes two orders an hour; the next one at \d\d:\d\d UTC\n$/,
    );
    expect(pebble.orders()).toBe(2);
  });

  test("20 restarts in a row: the authority sees at most two orders", async () => {
    pebble = await startPebble(folder, { httpPort: freePort() });
    for (let count = 0; count < 20; count += 1) {
      await begin();
      await endOfTry();
      await running?.stop();
    }
    running = undefined;
    expect(pebble.orders()).toBe(2);
  });

  test("without an address in DNS it asks nobody", async () => {
    pebble = await startPebble(folder, { httpPort });
    await begin({ domain: "waybill.invalid" });
    const told = await eventually("the reason", async () => {
      const text = await (await plain("/")).text();
      return text.includes("DNS") ? text : undefined;
    });
    expect(told).toContain("waybill.invalid has no address in DNS: add an A record");
    expect(pebble.said()).not.toContain("POST");
  });

  test("an outage, a rate limit and a failing order pass", async () => {
    pebble = await startPebble(folder, { httpPort });
    between = standBetween(folder, pebble);
    between.answer = (path, count) => {
      if (count === 1) return new Response(null, { status: 500 });
      if (path === "/order-plz" && !between?.seen.includes("429")) {
        between?.seen.push("429");
        return Response.json({ detail: "too many" }, { status: 429, headers: { "retry-after": "1" } });
      }
      return undefined;
    };
    expect((await certificate(await begin())).names).toBe(`DNS:${name}`);
    expect(between.seen).toContain("429");
    expect(pebble.orders()).toBe(1);
  });

  test.each([-1, 1])("with a clock that is off by %d day it serves what it gets", async (days) => {
    pebble = await startPebble(folder, { httpPort });
    const clock = createClock(Date.now() + days * dayMs);
    expect((await certificate(await begin({}, { clock }))).names).toBe(`DNS:${name}`);
    expect(pebble.orders()).toBe(1);
  });

  test("an order that the authority forgot is made anew", async () => {
    pebble = await startPebble(folder, { httpPort: freePort() });
    await begin();
    await endOfTry();
    await running?.stop();
    await pebble.stop();
    // Its memory is gone, and so is the account.
    pebble = await startPebble(folder, { httpPort, port: pebble.port });
    expect((await certificate(await begin())).names).toBe(`DNS:${name}`);
  });

  test.each(["/sign-me-up", "/order-plz", "/authZ/", "/chalZ/", "/finalize-order/", "/certZ/"])(
    "killed when the authority has answered %s, it gets there after a restart, with at most two orders",
    async (step) => {
      pebble = await startPebble(folder, { httpPort });
      between = standBetween(folder, pebble);
      const httpsPort = freePort();
      const flags = ["--host", "127.0.0.1", "--data", join(folder, "data"), "--domain", name]
        .concat(["--http-port", String(httpPort), "--https-port", String(httpsPort)])
        .concat(["--acme-directory", between.directory, "--acme-ca-file", pebble.caFile]);
      const reached = Promise.withResolvers<void>();
      between.answered = (path) => {
        if (!path.startsWith(step)) return undefined;
        reached.resolve();
        // It never learns of it.
        return new Promise<void>(() => {});
      };
      const killed = await serve(flags);
      await reached.promise;
      await killed.kill("SIGKILL");
      between.answered = () => undefined;
      const again = await serve(flags);
      expect((await certificate({ url: `https://127.0.0.1:${httpsPort}` })).names).toBe(`DNS:${name}`);
      expect(pebble.orders()).toBeLessThanOrEqual(2);
      await again.kill();
    },
  );

  test("a memory that cannot be read is begun anew", async () => {
    pebble = await startPebble(folder, { httpPort });
    await certificate(await begin());
    await running?.stop();
    writeFileSync(join(folder, "data/https.json"), "{");
    expect((await certificate(await begin())).names).toBe(`DNS:${name}`);
  });
});
