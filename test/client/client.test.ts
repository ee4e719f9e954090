import { afterEach, describe, expect, test } from "bun:test";
import { createWaybill, type Input, WaybillError } from "waybill-client";
import { type Act, asked, clientOf, good, stopNetwork } from "./network.ts";

afterEach(stopNetwork);

const path = { id: "shp_1" };

describe("an answer that is no problem document is an error all the same, and the last", () => {
  test.each([
    ["a page", 502, "text/html", "<h1>Bad Gateway</h1>"],
    ["a page that says it is JSON", 403, "application/json", "<h1>Forbidden</h1>"],
    ["a page that says it is a problem", 500, "application/problem+json", "<h1>Oh</h1>"],
    ["JSON of another kind", 403, "application/json", '{"message":"Forbidden","errors":"all"}'],
    ["a code that is none", 403, "application/json", '{"code":1020,"detail":["Denied"]}'],
    ["nothing", 404, "application/json", ""],
  ])("%s", async (_what, status, type, text) => {
    const waybill = await clientOf([
      (response) => response.writeHead(status, { "content-type": type }).end(text),
    ]);
    const error: unknown = await waybill.getShipment({ path }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WaybillError);
    const detail = `The response had status ${status}.`;
    expect(error).toMatchObject({
      status,
      code: "unknown",
      message: detail,
      detail,
      errors: [],
      problem: {},
    });
    expect(asked).toHaveLength(1);
  });
});

describe("a success that is no JSON is an error where JSON was asked for", () => {
  const detail = "The response had status 200 and is not JSON.";

  test.each([
    ["a page", "text/html", "<h1>Sign in</h1>"],
    ["lines of JSON", "application/jsonl", "{}\n{}"],
    ["nothing", undefined, ""],
  ])("%s", async (_what, type, text) => {
    const waybill = await clientOf([(response) => response.writeHead(200, typed(type)).end(text)]);
    const calls = [waybill.getShipment({ path }), waybill.removeClock(), waybill.listShipments()];
    // A call that fails while another one is awaited would be a rejection that nobody handles.
    const errors = await Promise.all(calls.map((call) => call.catch((thrown: unknown) => thrown)));
    for (const error of errors) {
      expect(error).toBeInstanceOf(WaybillError);
      expect(error).toMatchObject({ status: 200, code: "unknown", message: detail, detail });
    }
    expect(asked).toHaveLength(calls.length);
  });

  test("but a file, and what the caller's own Accept asked for", async () => {
    const waybill = await clientOf([
      (response) => response.writeHead(200, typed("application/jsonl")).end("{}\n{}"),
    ]);
    const header = { Accept: "text/csv" };
    const list = waybill.listShipments({ header } as Input<"listShipments">) as Promise<unknown>;
    for (const answer of [await waybill.exportAccount(), await list]) {
      expect(answer).toBeInstanceOf(Response);
      expect(await (answer as Response).text()).toBe("{}\n{}");
    }
  });
});

function typed(type: string | undefined): Record<string, string> {
  return type === undefined ? {} : { "content-type": type };
}

test("a redirect is not followed: the key is for nobody else", async () => {
  const seen: Request[] = [];
  const stranger = Bun.serve({
    port: 0,
    fetch: (request) => {
      seen.push(request);
      return Response.json({});
    },
  });
  const redirect: Act = (response) => response.writeHead(302, { location: stranger.url.href }).end();
  const waybill = await clientOf([redirect], { maxRetries: 0 });
  const call = waybill.getShipment({ path });
  expect(await call.catch((error: unknown) => error)).toBeInstanceOf(TypeError);
  await stranger.stop(true);
  expect(asked).toHaveLength(1);
  expect(seen).toEqual([]);
});

describe("a path parameter that would make another path is refused before it is sent", () => {
  test.each(["", ".", ".."])('"%s"', async (id) => {
    const waybill = await clientOf([good]);
    const error: unknown = await waybill.getShipment({ path: { id } }).catch((thrown: unknown) => thrown);
    expect(error).toEqual(new TypeError(`path.id must not be "${id}".`));
    expect(asked).toEqual([]);
  });

  test("one that is missing", async () => {
    const waybill = await clientOf([good]);
    const nothing = {} as { id: string };
    await expect(waybill.getShipment({ path: nothing })).rejects.toThrow(TypeError);
    await expect(waybill.getShipment({ path: nothing })).rejects.toThrow("path.id");
    expect(asked).toEqual([]);
  });
});

test("an address that is none is refused at once, and so is no key", () => {
  const apiKey = "wb_sandbox_test";
  expect(() => createWaybill({ baseUrl: "waybill.example.com", apiKey })).toThrow(TypeError);
  // Read from an environment that lacks them, without types.
  const missing = undefined as unknown as string;
  expect(() => createWaybill({ baseUrl: missing, apiKey })).toThrow("baseUrl must be an address");
  expect(() => createWaybill({ baseUrl: "http://127.0.0.1", apiKey: missing })).toThrow(
    "apiKey must be a key",
  );
});
