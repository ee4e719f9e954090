import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readBody } from "../../src/api/body.ts";
import { createApp } from "../../src/app/app.ts";
import type { AppError, FieldError } from "../../src/infra/errors.ts";
import type { BodyRule } from "../../src/infra/http/body.ts";
import { type RequestContext, setContext } from "../../src/infra/http/context.ts";
import { operationOf } from "../../src/infra/http/operation.ts";
import type { RouteEntry } from "../../src/infra/http/route.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { expectProblem, refuses, secretValue, type WrongRequest } from "./problem.ts";

let server: TestServer;
let account: TestAccount;
let shipment: { id: string };

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  shipment = (await account.sandbox.post(`${platform}/shipments`, shipmentBody())).body;
  await account.sandbox.get(`${platform}/shipments/${shipment.id}/quotes`);
});
afterAll(() => server.stop());

const json = "application/json";
const limitBytes = 1024 * 1024;
const authLimitBytes = 8 * 1024;
const path = `${platform}/shipments`;

function raw(body: RequestInit["body"], type: string | undefined = json, to = path) {
  return account.sandbox.send(to, {
    method: "POST",
    body: body ?? null,
    headers: type === undefined ? {} : { "content-type": type },
  });
}

/** Sent in pieces without a Content-Length. */
function chunked(text: string, pieceBytes = 64 * 1024): ReadableStream {
  const bytes = new TextEncoder().encode(text);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(sent, sent + pieceBytes));
      sent += pieceBytes;
    },
  });
}

/** A shipment's body as text, with this in place of its reference. */
function withReference(literal: string): string {
  return JSON.stringify(shipmentBody({ reference: "HERE" })).replace('"HERE"', literal);
}

/** Right in every way but its size, in bytes. */
function ofSize(bytes: number): string {
  const text = JSON.stringify(shipmentBody());
  return `${text}${" ".repeat(bytes - text.length)}`;
}

describe("what cannot be read", () => {
  const unparsable = (name: string, body: () => RequestInit["body"]): WrongRequest => ({
    name,
    send: () => raw(body()),
    status: 400,
    code: "body_unparsable",
  });
  refuses(
    () => server,
    [
      unparsable("no JSON", () => secretValue),
      unparsable("truncated JSON", () => '{"reference": "'),
      unparsable("two values", () => "{} {}"),
      unparsable("a comment", () => withReference('"a" /* b */')),
      unparsable("a number too many digits cannot save", () => withReference("NaN")),
      unparsable("a raw control character", () => withReference('"a\u0000b"')),
      unparsable("invalid UTF-8", () => new Uint8Array([0x7b, 0x22, 0xff, 0xc0, 0x22, 0x3a, 0x31, 0x7d])),
      unparsable("UTF-16", () => Buffer.from(JSON.stringify(shipmentBody()), "utf16le")),
      unparsable("truncated nesting", () => "[".repeat(500_000)),
      unparsable("nesting 33 deep", () => `${'{"a":'.repeat(33)}1${"}".repeat(33)}`),
      unparsable("nesting 400 000 deep", () => "[".repeat(400_000) + "]".repeat(400_000)),
    ],
  );
});

describe("what it is sent as", () => {
  const type = (name: string | undefined): WrongRequest => ({
    name: `${name}`,
    send: () => raw(new TextEncoder().encode(JSON.stringify(shipmentBody())), name),
    status: 415,
    code: "unsupported_media_type",
  });
  refuses(
    () => server,
    [
      type("text/plain"),
      type("application/x-www-form-urlencoded"),
      type("multipart/form-data; boundary=x"),
      type("application/jsonp"),
      type("application/xml"),
      type(""),
      type("application/merge-patch+json"),
      type("application/json; charset=utf-16"),
      { ...type("no media type"), send: () => raw(new TextEncoder().encode("{}"), "") },
    ],
  );

  test.each(["application/json; charset=utf-8", 'application/json; charset="UTF-8"', "Application/JSON"])(
    "%s is taken",
    async (mediaType) => {
      expect((await raw(JSON.stringify(shipmentBody()), mediaType)).status).toBe(201);
    },
  );

  test("a refusal says what is accepted", async () => {
    const headers = { "content-type": "text/plain" };
    const posted = await account.sandbox.send(path, { method: "POST", body: "{}", headers });
    const patched = await account.sandbox.send(`${path}/shp_x`, { method: "PATCH", body: "{}", headers });
    expect(posted.headers.get("accept")).toBe("application/json");
    expect(patched.headers.get("accept-patch")).toBe("application/json, application/merge-patch+json");
  });
});

describe("how large it is", () => {
  const large = (name: string, send: WrongRequest["send"]): WrongRequest => ({
    name,
    send,
    status: 413,
    code: "body_too_large",
  });
  refuses(
    () => server,
    [
      large("a byte over 1 MiB", () => raw(ofSize(limitBytes + 1))),
      large("a byte over 1 MiB, chunked", () => raw(chunked(ofSize(limitBytes + 1)))),
      large("20 MB", () => raw(ofSize(20_000_000))),
      large("20 MB, chunked", () => raw(chunked(ofSize(20_000_000)))),
      large("2 MB of no JSON", () => raw("x".repeat(2_000_000))),
    ],
  );

  test("the limit under /auth is smaller, and each of its operations documents it", async () => {
    const operations = createApp(server.deps).routes.filter(({ path: at }) => at.startsWith("/api/v1/auth/"));
    expect(operations.length).toBeGreaterThan(7);
    for (const route of operations) expect(operationOf(route).body?.bytesMax).toBe(authLimitBytes);
    const signIn = (bytes: number) => {
      const body = JSON.stringify({ email: "nobody@example.com", password: "none of these" });
      return `${body}${" ".repeat(bytes - body.length)}`;
    };
    const to = (body: RequestInit["body"]) =>
      server.client().send("/api/v1/auth/sign-in", {
        method: "POST",
        body: body ?? null,
        headers: { "content-type": json },
      });
    for (const body of [signIn(authLimitBytes + 1), chunked(signIn(authLimitBytes + 1), 1_000)]) {
      const answer = await to(body);
      expectProblem(server, answer, { status: 413, code: "body_too_large" });
      expect(answer.body.detail).toBe("Send at most 8192 bytes.");
    }
    for (const body of [signIn(authLimitBytes), chunked(signIn(authLimitBytes), 1_000)]) {
      expect((await to(body)).body.code).toBe("sign_in_failed");
    }
  });

  test("exactly 1 MiB is accepted, chunked too", async () => {
    expect((await raw(ofSize(limitBytes))).status).toBe(201);
    expect((await raw(chunked(ofSize(limitBytes)))).status).toBe(201);
  });

  test("many small faults are answered with the first 50", async () => {
    const answer = await raw(JSON.stringify(shipmentBody({ parcels: Array(200_000).fill(0) })));
    expect(answer.status).toBe(422);
    expect(answer.body.errors.length).toBeLessThanOrEqual(50);
    expect(answer.text.length).toBeLessThan(20_000);
  });
});

describe("text that could not be returned unchanged", () => {
  const refused = (name: string, literal: string): WrongRequest => ({
    name,
    send: () => raw(withReference(literal)),
    status: 422,
    code: "validation_failed",
    at: { "#/reference": "characters" },
  });
  refuses(
    () => server,
    [
      refused("NUL", String.raw`"${secretValue}\u0000"`),
      refused("a high surrogate alone", String.raw`"a\ud83db"`),
      refused("a low surrogate alone", String.raw`"a\ude00"`),
      refused("surrogates the wrong way round", String.raw`"\ude00\ud83d"`),
      {
        name: "NUL in a key",
        send: () => raw(withReference(String.raw`null,"metadata":{"a\u0000":"b"}`)),
        status: 422,
        code: "validation_failed",
        at: { "#/metadata/a\u0000": "reserved" },
      },
      {
        name: "__proto__",
        send: () => raw(withReference('null,"__proto__":{"reference":"a"}')),
        status: 422,
        code: "validation_failed",
        at: { "#/__proto__": "reserved" },
      },
      {
        name: "__proto__ in a part",
        send: () => raw(withReference('null,"metadata":{"__proto__":"x"}')),
        status: 422,
        code: "validation_failed",
        at: { "#/metadata/__proto__": "reserved" },
      },
    ],
  );

  test.each(["😀", "é", "e\u0301", "a\u2028", "\ufffd", "‮", "\u007f\u0001", "constructor", "a\\b\"c'd%_"])(
    "%j comes back as it was, now and later",
    async (reference) => {
      const created = await raw(
        JSON.stringify(shipmentBody({ reference, metadata: { [reference]: reference } })),
      );
      expect(created.status).toBe(201);
      const read = await account.sandbox.get(`${path}/${created.body.id}`);
      for (const { body } of [created, read]) {
        expect(body.reference).toBe(reference);
        expect(body.metadata).toEqual({ [reference]: reference });
      }
      const found = await account.sandbox.get(`${path}?reference=${encodeURIComponent(reference)}`);
      expect(found.body.data.map((entry: { id: string }) => entry.id)).toEqual([created.body.id]);
    },
  );
});

describe("a body where none belongs", () => {
  const quotes = () => `${path}/${shipment.id}/quotes`;
  const unknown = { status: 422, code: "validation_failed", at: { "#/carrier": "unknown_field" } } as const;
  refuses(
    () => server,
    [
      {
        name: "POST quotes",
        send: () => account.sandbox.post(quotes(), { carrier: secretValue }),
        ...unknown,
      },
      {
        name: "POST sign-out",
        send: () => account.session.post("/api/v1/auth/sign-out", { carrier: secretValue }),
        ...unknown,
      },
      {
        name: "a list",
        send: () => account.sandbox.post(quotes(), []),
        status: 422,
        code: "validation_failed",
        at: { "#": "type" },
      },
    ],
  );

  test("an empty object is as good as none", async () => {
    expect((await account.sandbox.post(quotes(), {})).status).toBe(201);
    expect((await account.sandbox.post(quotes())).status).toBe(201);
  });

  test("an optional body may be absent or empty", async () => {
    const bodies = [undefined, "", "{}"];
    for (const body of bodies) {
      const { id } = (await account.sandbox.post(path, shipmentBody())).body;
      const answer = await raw(body, json, `${path}/${id}/cancellation`);
      expect(answer.body.status).toBe("cancelled");
    }
  });
});

test("a refused large body ends its connection and leaves the server answering", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => raw(chunked(ofSize(5_000_000)))));
  for (const answer of answers) {
    expectProblem(server, answer, { status: 413, code: "body_too_large" });
    expect(answer.headers.get("connection")).toBe("close");
  }
  expect((await account.sandbox.get(path)).status).toBe(200);
});

describe("a name as long as the body is not sent back whole", () => {
  const long = "é🙂".repeat(40_000);
  const asked: [name: string, pointer: RegExp, ask: () => Promise<Answer>][] = [
    ["a field that nobody knows", /^#\/é/, () => raw(JSON.stringify({ ...shipmentBody(), [long]: 1 }))],
    [
      "one inside of another",
      /^#\/pickup\/é/,
      () => raw(JSON.stringify(shipmentBody({ pickup: { [long]: 1 } }))),
    ],
    [
      "a key of metadata",
      /^#\/metadata\/é/,
      () => raw(JSON.stringify(shipmentBody({ metadata: { [long]: "" } }))),
    ],
    ["a name given twice", /^#\/é/, () => raw(`{"${long}":1,"${long}":2}`)],
    ["a name with NUL", /^#\/é/, () => raw(JSON.stringify({ [`${long}\0`]: 1 }))],
    [
      "a field where no body is taken",
      /^#\/é/,
      () => raw(JSON.stringify({ [long]: 1 }), json, `${path}/${shipment.id}/quotes`),
    ],
    ["a parameter", /^p+…$/, () => account.sandbox.get(`${path}?${"p".repeat(5_000)}=1`)],
    [
      "a parameter given twice",
      /^p+…$/,
      () => account.sandbox.get(`${path}?${"p".repeat(5_000)}&${"p".repeat(5_000)}`),
    ],
  ];
  test.each(asked)("%s", async (_name, pointer, ask) => {
    const { status, body, text } = await ask();
    expect(status).toBeGreaterThanOrEqual(400);
    const places: string[] = body.errors.map((error: FieldError) => error.pointer ?? error.parameter);
    expect(places.find((place) => pointer.test(place))).toMatch(/…$/);
    for (const place of places) expect([place.length <= 200, place.isWellFormed()]).toEqual([true, true]);
    expect(text.length).toBeLessThan(5_000);
  });
});

describe("a raw body", () => {
  const png = "image/png";
  const rule: BodyRule = { mediaTypes: [png], aliases: [], bytesMax: 4, parse: (bytes) => bytes };

  /** What a route with this rule would get. */
  function read(body: Uint8Array<ArrayBuffer> | null, type = png): Promise<unknown> {
    const headers = { "content-type": type, "content-length": String(body?.length ?? 0) };
    const request = new Request("http://localhost/", { method: "POST", headers, body });
    const route = { bodyRule: rule, bodyPresence: "required" } as RouteEntry;
    setContext(request, { route } as RequestContext);
    return readBody(request);
  }
  const codeOf = (reading: Promise<unknown>) => reading.catch((error: AppError) => error.code);

  test("reaches its route as it came", async () => {
    const bytes = new Uint8Array([0, 34, 255, 0]);
    expect(await read(bytes)).toEqual(bytes);
  });

  test("is refused by its own media types and its own limit, and where it is missing", async () => {
    expect(await codeOf(read(new Uint8Array(4), json))).toBe("unsupported_media_type");
    expect(await codeOf(read(new Uint8Array(5)))).toBe("body_too_large");
    expect(await codeOf(read(null))).toBe("validation_failed");
  });
});
