import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readBody } from "../../src/api/body.ts";
import { createApp } from "../../src/app/app.ts";
import { CarrierReports } from "../../src/delivery/lifecycle/reports/schema.ts";
import { CreateShipment } from "../../src/delivery/orders/shipments/schema.ts";
import { AppError, type FieldError } from "../../src/infra/errors.ts";
import type { BodyRule } from "../../src/infra/http/body.ts";
import { type RequestContext, setContext } from "../../src/infra/http/context.ts";
import { operationOf } from "../../src/infra/http/operation.ts";
import { refuseOversize } from "../../src/infra/http/oversize.ts";
import type { RouteEntry } from "../../src/infra/http/route.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import {
  type Answer,
  readDocument,
  startServer,
  type TestAccount,
  type TestServer,
} from "../support/harness.ts";
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

interface Documented {
  operationId: string;
  requestBody?: { description: string };
}

const json = "application/json";
const limitBytes = 128 * 1024;
const batchLimitBytes = 1024 * 1024;
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
      unparsable("truncated nesting", () => "[".repeat(100_000)),
      unparsable("nesting 33 deep", () => `${'{"a":'.repeat(33)}1${"}".repeat(33)}`),
      unparsable("nesting 60 000 deep", () => "[".repeat(60_000) + "]".repeat(60_000)),
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
      large("a byte over 128 KiB", () => raw(ofSize(limitBytes + 1))),
      large("a byte over 128 KiB, chunked", () => raw(chunked(ofSize(limitBytes + 1)))),
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
      expect(answer.body.detail).toContain("at most 8 KiB");
    }
    for (const body of [signIn(authLimitBytes), chunked(signIn(authLimitBytes), 1_000)]) {
      expect((await to(body)).body.code).toBe("sign_in_failed");
    }
  });

  test("exactly 128 KiB is accepted, chunked too", async () => {
    expect((await raw(ofSize(limitBytes))).status).toBe(201);
    expect((await raw(chunked(ofSize(limitBytes)))).status).toBe(201);
  });

  test("the refusal names the limit of the operation", async () => {
    const tooLong = await raw(ofSize(limitBytes + 1));
    expect(tooLong.body.detail).toContain("at most 128 KiB");
    const batch = `{"items":[]${" ".repeat(batchLimitBytes)}}`;
    const refused = await raw(batch, json, `${platform}/assignments/batch`);
    expectProblem(server, refused, { status: 413, code: "body_too_large" });
    expect(refused.body.detail).toContain("at most 1 MiB");
  });

  test("a batch may have 1 MiB", async () => {
    const batch = `{"items":[${" ".repeat(batchLimitBytes - 12)}]}`;
    expect(batch.length).toBe(batchLimitBytes);
    const answer = await raw(batch, json, `${platform}/assignments/batch`);
    expectProblem(server, answer, { status: 422, code: "validation_failed", at: { "#/items": "min_items" } });
  });

  test("each operation documents how much it takes: no more than 1 MiB but for rate cards, images and lists", async () => {
    const document: unknown = await readDocument(server.url);
    const { paths } = document as { paths: Record<string, Record<string, Documented>> };
    const larger: string[] = [];
    for (const operations of Object.values(paths)) {
      for (const { operationId, requestBody } of Object.values(operations)) {
        if (requestBody === undefined) continue;
        const [, most = ""] = /^At most (.+)\.$/.exec(requestBody.description) ?? [];
        if (most === "1 MiB")
          expect(operationId).toMatch(
            /Reports|reportFor|acceptQuotes|cancelShipments|createShipments|copyShipments|move\w*Windows|enter\w+Results|assign\w+Drivers/,
          );
        else if (!["8 KiB", "16 KiB", "64 KiB", "128 KiB"].includes(most))
          larger.push(`${operationId}: ${most}`);
      }
    }
    expect(
      larger.filter((line) => !/[Ii]mage.*: 8196 KiB$|RateCard: 2 MiB$|createImport: 5124 KiB$/.test(line)),
    ).toEqual([]);
  });
});

describe("what has far too much is refused by its structure", () => {
  const unknown = (count: number) =>
    JSON.stringify({
      ...shipmentBody(),
      ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, 1])),
    });
  const placesOf = ({ body }: Answer) => body.errors.map(({ pointer, code }: FieldError) => [pointer, code]);

  test.each([9_000, 50])("%d unknown fields: the first 50 are named", async (count) => {
    const answer = await raw(unknown(count));
    expect(answer.status).toBe(422);
    expect(placesOf(answer)).toEqual(Array.from({ length: 50 }, (_, i) => [`#/x${i}`, "unknown_field"]));
    expect(answer.text.length).toBeLessThan(8_000);
  });

  test("fewer stand beside what else is wrong", async () => {
    const body = { ...JSON.parse(unknown(49)), reference: 1 };
    const answer = await raw(JSON.stringify(body));
    expect(placesOf(answer)).toContainEqual(["#/reference", "type"]);
    expect(placesOf(answer)).toContainEqual(["#/x48", "unknown_field"]);
  });

  test.each([
    [
      "parcels",
      { parcels: Array(40_000).fill({}) },
      "#/parcels",
      "max_items",
      "must have at most 50 entries",
    ],
    [
      "metadata",
      { metadata: Object.fromEntries(Array.from({ length: 8_000 }, (_, i) => [`k${i}`, "v"])) },
      "#/metadata",
      "max_properties",
      "must have at most 50 fields",
    ],
    [
      "a route",
      { simulation: { route: { type: "LineString", coordinates: Array(20_000).fill([1, 2]) } } },
      "#/simulation/route/coordinates",
      "max_items",
      "must have at most 1000 entries",
    ],
  ])("%s, whatever stands in it", async (_, change, pointer, code, detail) => {
    const answer = await raw(JSON.stringify(shipmentBody(change)));
    expectProblem(server, answer, { status: 422, code: "validation_failed", at: { [pointer]: code } });
    expect(answer.body.errors).toEqual([{ pointer, code, detail }]);
  });

  test("nobody validates the entries of such a list", () => {
    const visited: string[] = [];
    const entry = new Proxy(
      {},
      {
        ownKeys: () => {
          visited.push("entry");
          return [];
        },
        get: () => void visited.push("entry"),
      },
    );
    expect(() => refuseOversize(CreateShipment, { parcels: Array(51).fill(entry) })).toThrow(AppError);
    expect(visited).toEqual([]);
  });

  test("reports are judged one by one: fifty unknown fields of one refuse no other", () => {
    const reports = [Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`x${i}`, 1])), {}];
    expect(() => refuseOversize(CarrierReports, reports)).not.toThrow();
    expect(() => refuseOversize(CarrierReports, Array(501).fill({}))).toThrow(AppError);
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

  test.each(["😀", "é", "e\u0301", "a\u00adb", "\ufffd", "‮", "\u007f\u0001", "constructor", "a\\b\"c'd%_"])(
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
  const long = "é🙂".repeat(10_000);
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
