import { afterAll, beforeAll, expect, test } from "bun:test";
import { geocoderMetas } from "../../../src/web/serving/geocoder-metas.ts";
import { freePort } from "../../support/free-port.ts";
import { eventually, startServer, type TestServer } from "../../support/harness.ts";

/** The dashboard knows where forms may search addresses, and how, without asking. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ config: { geocoderUrl: `http://127.0.0.1:${freePort()}` } });
});
afterAll(() => server.stop());

test("a form of live searches while somebody types, where the geocoder is the operator's own", async () => {
  const metas = await eventually("the geocoder's address", () => {
    const found = geocoderMetas(server.deps);
    return found.includes("typing") && found;
  });
  expect(metas).toBe('<meta name="waybill-geocoder-live" content="typing">');
});

test("otherwise with a button, in the sandbox where it is set, and nowhere without a geocoder", () => {
  const metasWith = (change: object) =>
    geocoderMetas({ ...server.deps, config: { ...server.deps.config, ...change } });
  expect(metasWith({ geocoderTyping: "off", geocoderSandbox: "on" })).toBe(
    '<meta name="waybill-geocoder-sandbox" content="button"><meta name="waybill-geocoder-live" content="button">',
  );
  expect(metasWith({ geocoderUrl: null, geocoderTyping: "on" })).toBe("");
});
