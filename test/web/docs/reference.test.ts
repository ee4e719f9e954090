import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { errorCatalog } from "../../../src/infra/error-catalog.ts";
import { expectProblem } from "../../api/problem.ts";
import { readDocument, startServer, type TestServer } from "../../support/harness.ts";
import { type OpenApi, operationsOf } from "../../support/openapi.ts";

/** The reference as pages that the server writes: all that the document says, complete without a script, and small. */

/** As it comes, compressed: a second on a slow line. */
const packedBytesMax = 30 * 1024;
const hasScript = /<script>|<style| style=|\son\w+=| src="(?!\/docs\/assets\/)|scalar/i;

let server: TestServer;
let document: OpenApi;
beforeAll(async () => {
  server = await startServer();
  document = await readDocument(server.url);
});
afterAll(() => server.stop());

const read = async (path: string) => (await server.client().get(path)).text;
const textOf = (page: string) => Bun.escapeHTML(page);
async function packedBytes(path: string): Promise<number> {
  const answer = await fetch(server.url + path, {
    headers: { "accept-encoding": "gzip" },
    decompress: false,
  });
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  return (await answer.bytes()).length;
}

describe("the list of operations", () => {
  test("has every operation and every event once, under the anchor that it has always had", async () => {
    const page = await read("/docs/api");
    const lines = [...page.matchAll(/<li id="([^"]+)"><a href="\/docs\/api\/(\w+)">([^<]+)<\/a>/g)];
    const events = Object.keys(document.webhooks);
    const wanted = operationsOf(document).map(({ method, template, operation }) => [
      `tag/${operation.tags[0]?.toLowerCase().replaceAll(" ", "-")}/${method.toUpperCase()}${template}`,
      operation.operationId,
      textOf(operation.summary),
    ]);
    for (const type of events) {
      const id = `on_${type.replace(".", "_")}`;
      wanted.push([`tag/webhook-events/webhook/POST/${type}`, id, type]);
    }
    expect(lines.map(([, ...line]) => line).sort()).toEqual(wanted.sort());
    expect(page).not.toMatch(hasScript);
    expect(await packedBytes("/docs/api")).toBeLessThan(packedBytesMax);
  });

  test("is a page that caches may keep, without the tool", async () => {
    const { headers, text } = await server.client().get("/docs/api");
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(headers.get("vary")).toBe("Accept-Encoding");
    expect(text).not.toContain("scalar");
    expect(text).toContain('<a href="/docs/api/try">Try it</a>');
  });
});

describe("the page of an operation", () => {
  test("says each parameter, member of the body, status and error of it, and is small", async () => {
    for (const { operation, template } of operationsOf(document)) {
      const path = `/docs/api/${operation.operationId}`;
      const page = await read(path);
      const lost = [
        template,
        ...operation.parameters.map(({ name }) => `<p class="member"><code>${name}</code>`),
        ...operation.parameters.map(({ in: place }) => ` id="${place}"`),
        ...(operation.requestBody ? [' id="body"'] : []),
        ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
          content?.["application/problem+json"]
            ? Object.keys(content["application/problem+json"].examples ?? {}).map(
                (code) => `<td>${status}</td><td><a href="/docs/errors#${code}"`,
              )
            : [` id="response-${status}"`],
        ),
      ].filter((part) => !page.includes(part));
      expect([path, lost]).toEqual([path, []]);
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []]);
      expect([path, hasScript.exec(page.replace(/<pre>[\s\S]*?<\/pre>/g, ""))?.[0]]).toEqual([
        path,
        undefined,
      ]);
    }
    for (const id of ["createSchedule", "createShipments", "putCarrierRateCard"]) {
      expect(await packedBytes(`/docs/api/${id}`)).toBeLessThan(packedBytesMax);
    }
  });

  test("draws each shape once, at any depth, and leads there from elsewhere", async () => {
    const page = await read("/docs/api/createShipment");
    const shapes = new Set([...page.matchAll(/<details id="(\w+)"/g)].map(([, name = ""]) => name));
    for (const name of ["CreateShipment", "ParcelInput", "CreatedShipment"]) expect(shapes).toContain(name);
    const links = [...page.matchAll(/<p class="same"><a href="#(\w+)"/g)].map(([, name = ""]) => name);
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((name) => !shapes.has(name))).toEqual([]);
  });

  test("has a sample of the request in four languages, without a script", async () => {
    const page = await read("/docs/api/createShipment");
    const labels = [...page.matchAll(/name="sample" id="[\w-]+"(?: checked)?><label for="[\w-]+">(\w+)</g)];
    expect(labels.map(([, label]) => label)).toEqual(["curl", "TypeScript", "Python", "PHP"]);
    expect(page).toContain(textOf(`curl -X POST "${server.url}/api/v1/platform/shipments"`));
    expect(page).toContain(textOf('-H "X-API-Key: $WAYBILL_API_KEY"'));
    expect(page).toContain('href="/docs/api/try#tag/shipments/POST/api/v1/platform/shipments">Try it</a>');
  });

  test("leads to what follows, and to its neighbors", async () => {
    const page = await read("/docs/api/createShipment");
    const [, next = ""] = /<h2 id="next">[\s\S]*?<ul>(.*?)<\/ul>/.exec(page) ?? [];
    expect(next).toContain('<a href="/docs/api/listQuotes">');
    expect(page).toContain('<a rel="next" href="/docs/api/listShipments">');
  });

  test("that does not exist is not found", async () => {
    for (const id of ["none", "constructor", "__proto__", "getReferencePage", "shipment.created", "on_x"]) {
      expectProblem(server, await server.client().get(`/docs/api/${id}`), {
        status: 404,
        code: "path_not_found",
      });
    }
  });
});

test("the page of an event has its headers and its members, and nothing to try", async () => {
  for (const type of Object.keys(document.webhooks)) {
    const page = await read(`/docs/api/on_${type.replace(".", "_")}`);
    expect(page).toContain(`<h1>${type}</h1>`);
    for (const name of ["webhook-id", "webhook-signature", "data"]) {
      expect([type, page.includes(`<p class="member"><code>${name}</code>`)]).toEqual([type, true]);
    }
    expect(page).not.toContain("/docs/api/try");
  }
});

test("the page of errors leads to the operations that answer with a code, where these are few", async () => {
  const page = await read("/docs/errors");
  const sectionOf = (code: string) => page.split(`<section id="${code}">`)[1]?.split("</section>")[0] ?? "";
  expect(sectionOf("quote_expired")).toContain('<a href="/docs/api/acceptQuote">');
  expect(sectionOf("internal")).not.toContain("/docs/api/");
  expect(Object.keys(errorCatalog).filter((code) => sectionOf(code) === "")).toEqual([]);
});
