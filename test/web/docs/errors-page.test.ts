import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { errorCatalog } from "../../../src/infra/error-catalog.ts";
import { errorsPage } from "../../../src/web/docs/errors-page.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

const path = "/docs/errors";
const publicUrl = "https://waybill.example.com";

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe("the page", async () => {
  const { text: page } = await errorsPage(publicUrl);

  test("has one section for every code, and nothing twice", () => {
    const sections = all(page, /<section id="(\w+)">/g);
    expect(sections.sort()).toEqual(Object.keys(errorCatalog).sort());
    const ids = all(page, / id="([^"]+)"/g);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test("its links lead somewhere", () => {
    const targets = all(page, / href="#([^"]+)"/g);
    expect(targets.length).toBeGreaterThan(2 * Object.keys(errorCatalog).length);
    expect(targets.filter((target) => !page.includes(` id="${target}"`))).toEqual([]);
  });

  test("runs only its own script and asks nobody else for anything", () => {
    expect(page).not.toMatch(
      /<script>|<style|<iframe| on\w+=|@import|url\(| (src|action)="(?!\/docs\/assets\/)/,
    );
    const addresses = all(page, /(https?:\/\/[^/\s"&]+)/g);
    expect([...new Set(addresses)]).toEqual([publicUrl]);
  });

  test("says the public address as text, whatever it is", async () => {
    expect((await errorsPage("https://x/<script>")).text).not.toContain("https://x/<script");
  });
});

describe("the help for", () => {
  test.each(Object.entries(errorCatalog))(
    "%s is whole sentences that say more than the title",
    (_, { title, meaning, remedy }) => {
      for (const text of [meaning, remedy]) expect(text).toMatch(/^[A-Z`].*\.$/);
      expect([`${title}.`, remedy]).not.toContain(meaning);
      expect(meaning.split("`").length % 2).toBe(1);
      expect(remedy.split("`").length % 2).toBe(1);
    },
  );
});

describe("served", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ config: { publicUrl } });
  });
  afterAll(() => server.stop());

  test("to anybody, as HTML that may do nothing and that caches may keep", async () => {
    const answer = await server.client().get(path);
    // Served, it also names the operations.
    const text = answer.text.replace(/<dt>Operations<\/dt><dd>.*?<\/dd>/g, "");
    expect([answer.status, text]).toEqual([200, (await errorsPage(publicUrl)).text]);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(answer.headers.get("content-security-policy")).not.toMatch(/unsafe|https?:|\*/);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("once: who has it already is told so", async () => {
    const etag = (await server.client().get(path)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"\w+-gzip"$/);
    const again = await server.client({ "if-none-match": etag }).get(path);
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await server.client({ "if-none-match": '"other"' }).get(path)).status).toBe(200);
  });

  test("and is no part of the API's document", async () => {
    const { body } = await server.client().get("/api/v1/openapi.json");
    expect(Object.keys(body.paths)).not.toContain(path);
    expect(Object.keys(body.paths).length).toBeGreaterThan(10);
  });
});
