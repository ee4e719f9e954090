import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCidrs } from "../../../src/infra/net/address.ts";
import { createTransport, type SendRequest } from "../../../src/infra/net/transport.ts";
import {
  certificate,
  certificateKey,
  expired,
  authority as ownAuthority,
  vouched,
  vouchedKey,
} from "../../support/certificate.ts";
import { hosts, reset, send, tick, track, wording } from "./transport-harness.ts";

const folder = mkdtempSync(join(tmpdir(), "waybill-tls-"));
const authority = join(folder, "ca.pem");
beforeAll(() => Bun.write(authority, certificate));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(reset);

test("a certificate that nobody vouches for is refused, even where the environment says otherwise", async () => {
  const port = serveTls();
  hosts.set("hooks.example", ["127.0.0.1"]);
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  try {
    for (const setting of ["1", "0"]) {
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = setting;
      const result = await send(`https://hooks.example:${port}/`);
      expect(result).toMatchObject({ kind: "error", error: "tls" });
      expect(result).toHaveProperty(
        "message",
        "The certificate is self-signed. The operator can trust it with WAYBILL_CA_FILE.",
      );
    }
  } finally {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  }
});

test("a trusted certificate counts for its own name only, also on a connection that is open", async () => {
  const port = serveTls();
  const urls = ["hooks.example", "127.0.0.1", "other.example", "hooks.example"].map(
    (host) => `https://${host}:${port}/`,
  );
  const wrongName = {
    kind: "error",
    error: "tls",
    message: "The certificate is for another host name.",
    durationMs: 0,
  };
  const results = await sendFromChild(urls, { NODE_EXTRA_CA_CERTS: authority });
  expect(results).toMatchObject([
    { status: 200, body: `hooks.example:${port}` },
    { status: 200, body: `127.0.0.1:${port}` },
    wrongName,
    { status: 200, body: `hooks.example:${port}` },
  ]);
});

test("what a certificate lacks stands in the failure in words; an own authority is trusted beside the public ones", async () => {
  const lookup = async () => ["127.0.0.1"];
  const trusting = createTransport({ now: tick, lookup, machine: () => [], authorities: [ownAuthority] });
  const ports = {
    vouched: serveTls(vouched, vouchedKey),
    expired: serveTls(expired, vouchedKey),
    selfSigned: serveTls(),
  };
  for (const host of ["hooks.example", "other.example"]) hosts.set(host, ["127.0.0.1"]);
  const get = async (place: string, by: { send: typeof trusting.send } | undefined) => {
    const request: SendRequest = {
      method: "GET",
      headers: {},
      timeoutMs: 5_000,
      requestBytesMax: 2,
      answerBytesMax: 1024,
      longAnswer: "truncate",
      isRepeatable: true,
      wording,
      allow: parseCidrs(["127.0.0.1"]),
      httpAllowed: false,
      url: `https://${place}/`,
    };
    const result = await (by ? by.send(request) : send(request.url, request));
    return result.kind === "error" ? [result.error, result.message] : result.status;
  };
  const unknown = [
    "tls",
    "The certificate is from an unknown authority, or the server does not send the certificates between. The operator can trust it with WAYBILL_CA_FILE.",
  ];
  expect(await get(`hooks.example:${ports.vouched}`, undefined)).toEqual(unknown);
  expect(await get(`hooks.example:${ports.vouched}`, trusting)).toBe(200);
  expect(await get(`127.0.0.1:${ports.vouched}`, trusting)).toBe(200);
  expect(await get(`other.example:${ports.vouched}`, trusting)).toEqual([
    "tls",
    "The certificate is for another host name.",
  ]);
  expect(await get(`hooks.example:${ports.expired}`, trusting)).toEqual([
    "tls",
    "The certificate has expired.",
  ]);
  // The authority vouches for its own certificates only.
  expect(await get(`hooks.example:${ports.selfSigned}`, trusting)).toEqual([
    "tls",
    "The certificate is self-signed. The operator can trust it with WAYBILL_CA_FILE.",
  ]);
});

function serveTls(cert = certificate, key = certificateKey): number {
  const tls = { cert, key };
  return track(
    Bun.serve({ hostname: "127.0.0.1", port: 0, tls, fetch: (r) => new Response(r.headers.get("host")) }),
  );
}

/** Trust is read when a process starts. The child also shows that idle connections keep no process alive. */
async function sendFromChild(urls: string[], env: Record<string, string>): Promise<unknown> {
  const script = `
    import { parseCidrs } from "${join(import.meta.dir, "../../../src/infra/net/address.ts")}";
    import { createTransport, type SendRequest } from "${join(import.meta.dir, "../../../src/infra/net/transport.ts")}";
    const transport = createTransport({ now: () => 0, lookup: async () => ["127.0.0.1"] });
    const request = {
      ...{ method: "POST", headers: {}, body: new Uint8Array(2), timeoutMs: 5_000, requestBytesMax: 2 },
      ...{ answerBytesMax: 1024, longAnswer: "truncate", isRepeatable: true },
      ...{ wording: ${JSON.stringify(wording)}, allow: parseCidrs(["127.0.0.1"]), httpAllowed: false },
    };
    const results = [];
    for (const url of ${JSON.stringify(urls)}) results.push(await transport.send({ ...request, url }));
    console.log(JSON.stringify(results));`;
  const child = Bun.spawn([process.execPath, "-e", script], { env: { ...process.env, ...env } });
  return new Response(child.stdout).json();
}
