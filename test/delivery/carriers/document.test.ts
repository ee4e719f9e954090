import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { labelBytesMax } from "../../../src/delivery/carriers/tracked.ts";
import { createCarrierWorld } from "../../../src/delivery/carriers/world.ts";
import { parseCidrs } from "../../../src/infra/net/address.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

/** Files that an adapter fetches for a carrier: from where, how big, and who gets its credentials. */

const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0x00, 0xfe, 0x80]);
const credentials = { authorization: "Bearer secret-of-the-carrier", "x-account": "17" };
const signal = new AbortController().signal;

interface FileServer {
  url: string;
  seen: Headers[];
  stop(): Promise<void>;
}

function startFiles(): FileServer {
  const seen: Headers[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      "/label.pdf": ({ headers }) => {
        seen.push(headers);
        return new Response(bytes, { headers: { "content-type": "application/pdf" } });
      },
      "/moved": ({ headers }) => {
        seen.push(headers);
        return new Response(null, { status: 302, headers: { location: "/label.pdf" } });
      },
      "/full": () => new Response(new Uint8Array(labelBytesMax)),
      "/long": () => new Response(new Uint8Array(labelBytesMax + 1)),
      "/gone": () => new Response("no", { status: 404 }),
      "/silent": () => new Promise<Response>(() => {}),
    },
  });
  return { url: server.url.origin, seen, stop: () => server.stop(true) };
}

let server: TestServer;
let strict: TestServer;
let own: FileServer;
let foreign: FileServer;
beforeAll(async () => {
  [server, strict] = await Promise.all([startServer(), startServer({ config: { webhookAllowCidrs: [] } })]);
  [own, foreign] = [startFiles(), startFiles()];
});
afterAll(() => Promise.all([server.stop(), strict.stop(), own.stop(), foreign.stop()]));

const documentOf = (url: string, { on = server, timeoutMs = 5_000, stop = signal } = {}) =>
  createCarrierWorld(
    on.deps,
    { id: "car_1", code: "own", name: "Own", environment: "live", accountId: "acct_1" },
    [`${own.url}/v1`],
  ).document({ url, headers: credentials, timeoutMs, signal: stop });

test("the carrier's own host gets the credentials, and its bytes come unchanged", async () => {
  expect(await documentOf(`${own.url}/label.pdf`)).toEqual({
    contentType: "application/pdf",
    content: expect.objectContaining({ byteLength: bytes.byteLength }),
  });
  expect(new Uint8Array((await documentOf(`${own.url}/label.pdf`)).content)).toEqual(bytes);
  expect(own.seen.at(-1)?.get("authorization")).toBe(credentials.authorization);
  expect(own.seen.at(-1)?.get("x-account")).toBe("17");
});

test("a public host serves the file without ever seeing a header of the carrier", async () => {
  const send = spyOn(server.deps.transport, "send").mockResolvedValue({
    kind: "response",
    status: 200,
    headers: { "content-type": ["application/pdf"] },
    body: "",
    bytes,
    truncated: false,
    durationMs: 1,
  });
  const url = "https://labels.example.com/1.pdf";
  const { content } = await documentOf(url);
  expect(content).toEqual(bytes);
  // The list of private addresses is not for those who only name them.
  expect(send.mock.calls).toMatchObject([[{ url, headers: {}, allow: [] }]]);
  expect(JSON.stringify(send.mock.calls)).not.toContain("secret-of-the-carrier");
  send.mockRestore();
});

test.each([null, "acct_1"])(
  "a private address that is allowed to others is refused where a carrier of %p names it",
  async (accountId) => {
    const allowed = parseCidrs(["127.0.0.0/8", "::1/128", "10.0.0.0/8"]);
    for (const url of [
      `${foreign.url}/label.pdf`,
      foreign.url.replace("127.0.0.1", "localhost"),
      foreign.url.replace("127.0.0.1", "[::ffff:127.0.0.1]"),
      own.url.replace("http:", "https:"),
      "http://10.1.2.3/label.pdf",
      "https://10.1.2.3/label.pdf",
    ]) {
      const on = { deps: { ...server.deps, config: { ...server.deps.config, carrierAllowCidrs: allowed } } };
      const { document } = createCarrierWorld(
        on.deps,
        { id: "car_1", code: "own", name: "Own", environment: "live", accountId },
        [`${own.url}/v1`],
      );
      const asked = document({ url, headers: credentials, timeoutMs: 5_000, signal });
      await expect(asked).rejects.toMatchObject({
        failure: "unreachable",
        message: url.startsWith("https:")
          ? "The document's address is not allowed: it must be the carrier's own, or a public one."
          : "The document's URL must begin with https://, unless it has the carrier's own address.",
      });
    }
    expect(foreign.seen).toEqual([]);
  },
);

test("a redirect is no document, and nobody follows it", async () => {
  const before = own.seen.length;
  await expect(documentOf(`${own.url}/moved`)).rejects.toMatchObject({ failure: "status", status: 302 });
  expect(own.seen).toHaveLength(before + 1);
});

test("a document has at most the bytes of a label, comes in time, and ends with its signal", async () => {
  expect((await documentOf(`${own.url}/full`)).content.byteLength).toBe(labelBytesMax);
  await expect(documentOf(`${own.url}/long`)).rejects.toMatchObject({
    failure: "unreachable",
    message: "The carrier sent an answer of more than 16384 KiB.",
  });
  await expect(documentOf(`${own.url}/gone`)).rejects.toMatchObject({ failure: "status", status: 404 });
  await expect(documentOf(`${own.url}/silent`, { timeoutMs: 50 })).rejects.toMatchObject({
    failure: "timeout",
  });
  const stop = AbortSignal.abort(new Error("called off"));
  await expect(documentOf(`${own.url}/silent`, { stop })).rejects.toThrow("called off");
});

test("addresses that nobody allowed are refused, whatever the carrier tells", async () => {
  for (const url of [
    `${foreign.url}/label.pdf`,
    "http://169.254.169.254/latest/meta-data",
    "http://label.example.com/1.pdf",
    "file:///etc/passwd",
    "https://user:pass@label.example.com/1.pdf",
    "no address",
  ]) {
    await expect(documentOf(url, { on: strict })).rejects.toMatchObject({ failure: "unreachable" });
  }
  expect(foreign.seen).toEqual([]);
});
