import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Guide, readGuides } from "../../../src/web/docs/guides.ts";
import { createSearch, type Entry } from "../../../src/web/docs/search.ts";
import { expectProblem } from "../../api/problem.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

/** The pages that the server writes: complete without a script, small, and every link leads somewhere. */

/** Compressed, as browsers load it. */
const indexBytesMax = 44 * 1024;
const pageBytesMax = 60 * 1024;

let server: TestServer;
let guides: Guide[];
beforeAll(async () => {
  server = await startServer();
  guides = await readGuides(server.url);
});
afterAll(() => server.stop());

const read = async (path: string) => (await server.client().get(path)).text;
const idsIn = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

describe("a guide", () => {
  test("is a small page of its own, and nothing on it comes from elsewhere", async () => {
    for (const { name, title } of guides) {
      const { status, text, headers } = await server.client().get(`/docs/guides/${name}`);
      expect([name, status]).toEqual([name, 200]);
      expect(text).toContain(`${title.replaceAll("'", "&#x27;")} – Waybill docs</title>`);
      expect(text.length).toBeLessThan(pageBytesMax);
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self';/,
      );
      expect(text).not.toMatch(/<script>|<style| style=|\son\w+=| src="(?!\/docs\/assets\/|[\w-]+\.svg")/);
      const ids = idsIn(text);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    }
  });

  test("marks where the reader is, and leads to its neighbors", async () => {
    const page = await read("/docs/guides/authentication");
    expect(page).toContain('<a href="/docs/guides/authentication" aria-current="page">Authentication</a>');
    expect(page).toMatch(/<a rel="prev" href="\/docs\/guides\/[\w-]+">/);
    expect(page).toMatch(/<a rel="next" href="\/docs\/guides\/[\w-]+">/);
    expect(page).toContain('<a class="level-2" href="#create-a-key">Create a key</a>');
    expect(await read("/docs/guides/quick-start")).not.toContain('rel="prev"');
  });

  test("has its Markdown beside it, with the address of this server", async () => {
    const { text, headers } = await server.client().get("/docs/guides/quick-start.md");
    expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(text).toStartWith("# Quick start\n");
    expect(text).toContain(`WAYBILL_URL=${server.url} `);
    expect(await read("/docs/guides/quick-start")).toContain(
      '<a href="/docs/guides/quick-start.md" data-copy>',
    );
  });

  test("shows the same code in several languages as tabs, of which every one has its anchor", async () => {
    const page = await read("/docs/guides/webhooks");
    const tabs = /<div class="tabs"[^>]*>([\s\S]*?)<\/div>/.exec(page)?.[1] ?? "";
    const labels = [...tabs.matchAll(/<input type="radio" name="tabs-1" id="(\w+)"( checked)?>/g)];
    expect(labels.map(([, id, checked]) => [id, checked !== undefined])).toEqual([
      ["typescript", true],
      ["python", false],
      ["php", false],
      ["go", false],
      ["ruby", false],
    ]);
    expect(tabs.match(/<pre>/g)).toHaveLength(labels.length);
  });

  test("that does not exist is not found, in no form", async () => {
    for (const path of [
      "/docs/guides/none",
      "/docs/guides/none.md",
      "/docs/guides/.md",
      "/docs/guides/..%2fguides.ts",
      "/docs/guides/constructor",
      "/docs/guides/__proto__",
    ]) {
      expectProblem(server, await server.client().get(path), { status: 404, code: "path_not_found" });
    }
  });
});

describe("every link", () => {
  test("of every page leads to a page with that anchor", async () => {
    const reference = await read("/docs/api");
    const operations = [...reference.matchAll(/<li id="[^"]+"><a href="([^"]+)"/g)].map(
      ([, path = ""]) => path,
    );
    expect(operations.length).toBeGreaterThan(350);
    const paths = [
      "/docs",
      "/docs/api",
      "/docs/errors",
      "/docs/settings",
      ...operations,
      ...guides.map(({ name }) => `/docs/guides/${name}`),
    ];
    const pages = new Map(await Promise.all(paths.map(async (path) => [path, await read(path)] as const)));
    const ids = new Map([...pages].map(([path, page]) => [path, new Set(idsIn(page))]));
    const others = ["/docs/carrier-protocol", "/api/v1/openapi.json", "/llms.txt"];
    const leadsSomewhere = (from: string, link: string) => {
      const { pathname, hash } = new URL(link, server.url + from);
      // The tool reads the anchors that the list of operations has.
      const target = ids.get(pathname.replace(/\.md$/, "").replace(/^\/docs\/api\/try$/, "/docs/api"));
      if (target === undefined) return others.includes(pathname) || pathname.startsWith("/docs/assets/");
      return hash === "" || target.has(decodeURIComponent(hash.slice(1)));
    };
    const lost = [...pages].flatMap(([from, page]) =>
      [...page.matchAll(/ href="([^"]+)"/g)]
        .map(([, link = ""]) => link.replaceAll("&amp;", "&"))
        .filter((link) => !link.startsWith("https://") && !leadsSomewhere(from, link))
        .map((link) => `${from}: ${link}`),
    );
    expect(lost).toEqual([]);
  });

  test("of the time when all guides were one page still leads to its text", async () => {
    const addressOf = async (heading: string) => {
      const answer = await fetch(`${server.url}/docs/headings/${heading}`, { redirect: "manual" });
      return [
        answer.status,
        new URL(answer.headers.get("location") ?? "", server.url).pathname +
          new URL(answer.headers.get("location") ?? "", server.url).hash,
      ];
    };
    expect(await addressOf("webhooks")).toEqual([302, "/docs/guides/webhooks"]);
    expect(await addressOf("verify-signatures")).toEqual([302, "/docs/guides/webhooks#verify-signatures"]);
    expect(await addressOf("1-get-a-sandbox-key")).toEqual([
      302,
      "/docs/guides/quick-start#1-get-a-sandbox-key",
    ]);
    expect(await addressOf("proof-of-delivery")).toEqual([302, "/docs/guides/proof"]);
    expect(await addressOf("recipes-for-tests")).toEqual([302, "/docs/guides/testing"]);
    expect(await addressOf("force-a-failure")).toEqual([302, "/docs/guides/testing#test-a-failed-delivery"]);
    expect(await addressOf("https:%2f%2felsewhere.example")).toEqual([302, "/docs"]);
  });
});

test("llms.txt lists every guide as Markdown, and all of them are in one text too", async () => {
  const list = await read("/llms.txt");
  for (const { name, title } of guides)
    expect(list).toContain(`- [${title}](${server.url}/docs/guides/${name}.md)`);
  expect(await read("/llms-full.txt")).toBe(guides.map(({ text }) => text).join("\n"));
});

test("the page of settings names every setting and no value", async () => {
  const other = await startServer({
    config: {
      reports: [
        {
          name: "secret-key",
          flag: "--secret-key",
          variable: "WAYBILL_SECRET_KEY",
          text: "of this server",
          standard: "none",
          source: "flag",
          from: "--secret-key",
          help: "Encrypts.",
        },
      ],
    },
  });
  const { text } = await other.client().get("/docs/settings");
  await other.stop();
  expect(text).toContain('<tr id="secret-key">');
  expect(text).not.toContain("of this server");
});

test.each([
  ["verify a webhook in Python", "Receive webhooks", "#python"],
  ["test a failed delivery", "Test everything", "#test-a-failed-delivery"],
  ["what happens when a quote expires", "Quotes and their expiry", "#what-happens-when-a-quote-expires"],
  ["restore a backup", "Run it", "#restore-a-backup"],
])("two clicks lead from the first page to the answer: %s", async (_question, first, second) => {
  const landing = await read("/docs");
  const [, guide = ""] = new RegExp(`<a href="(/docs/guides/[\\w-]+)">${first}</a>`).exec(landing) ?? [];
  const page = await read(guide);
  expect(page).toContain(`href="${second}"`);
  expect(idsIn(page)).toContain(second.slice(1));
});

describe("the search", () => {
  let find: (question: string) => Entry[];
  beforeAll(async () => {
    find = createSearch((await server.client().get("/docs/search.json")).body);
  });

  test("loads an index that is small", async () => {
    const answer = await fetch(`${server.url}/docs/search.json`, {
      headers: { "accept-encoding": "br" },
      decompress: false,
    });
    expect(answer.headers.get("content-encoding")).toBe("br");
    expect((await answer.bytes()).length).toBeLessThan(indexBytesMax);
  });

  test.each([
    ["verify webhook python", "/docs/guides/webhooks#python"],
    ["test a failed delivery", "/docs/guides/testing#test-a-failed-delivery"],
    ["quote expires", "/docs/guides/quotes#what-happens-when-a-quote-expires"],
    ["what happens when a quote expires?", "/docs/guides/quotes#what-happens-when-a-quote-expires"],
    ["life of a shipment", "/docs/guides/shipment-life"],
    ["going live", "/docs/guides/going-live"],
    ["python", "/docs/guides/webhooks#python"],
    ["restore a backup", "/docs/guides/operating#restore-a-backup"],
    ["rotate secret", "/docs/guides/webhooks#rotate-the-secret"],
    ["nginx", "/docs/guides/behind-a-proxy#nginx"],
    ["quote_expired", "/docs/errors#quote_expired"],
    ["WAYBILL_BACKUP_FOLDER", "/docs/settings#backup-folder"],
    ["list webhook endpoints", "/docs/api/listWebhooks"],
  ])("answers “%s”", (question, url) => {
    expect(find(question)[0]?.url).toBe(url);
  });

  test("finds words by their beginning, with a slip, and in any form", () => {
    for (const question of ["idempot", "idempotncy", "retrying deliveries", "restoring backups"]) {
      expect(find(question).length).toBeGreaterThan(0);
    }
    expect(find("xyzzy")).toEqual([]);
    expect(find("   ")).toEqual([]);
  });
});
