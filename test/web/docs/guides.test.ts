import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { keysPerAccountMax } from "../../../src/access/keys/key.ts";
import { scopes } from "../../../src/access/model.ts";
import { type SettingName, settings, variableName } from "../../../src/app/config/settings.ts";
import { outcomes } from "../../../src/delivery/model.ts";
import { secretsMax } from "../../../src/messaging/webhooks/signing/secret.ts";
import { readGuides } from "../../../src/web/docs/guides.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

/** What the guides say is compared with the code: an example that does not work is worse than none. */

let server: TestServer;
let text: string;
let document: { info: { description: string }; paths: Record<string, Record<string, { tags: string[] }>> };

beforeAll(async () => {
  server = await startServer();
  text = await readGuides(server.url);
  document = (await server.client().get("/api/v1/openapi.json")).body;
});
afterAll(() => server.stop());

/** As Scalar makes anchors of headings and tags. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replace(/ /g, "-");
const outsideCode = () => text.replace(/```[\s\S]*?```/g, "");
const codeIn = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, code = ""]) => code);

describe("the guides", () => {
  test("stand before the operations, in the order of somebody new", () => {
    expect(document.info.description).toBe(text);
    expect([...outsideCode().matchAll(/^# (.+)$/gm)].map(([, title]) => title)).toEqual([
      "Quick start",
      "Authentication",
      "Sandbox",
      "Recipes for tests",
      "Estimates and booking in one call",
      "Set up a fleet",
      "Your own drivers",
      "Connect your own carrier",
      "Labels",
      "Proof of delivery",
      "Charges",
      "What needs a person",
      "Webhooks",
      "Errors",
      "Idempotency",
      "Lists",
      "Limits",
      "Usage and request log",
      "Versioning",
      "People and roles",
      "Signing in safely",
      "Personal data",
      "Running an installation",
      "The disk is gone",
      "Standby in ten minutes",
      "Behind a proxy",
    ]);
  });

  test("call the server that shows them, whatever its port", () => {
    expect(text).toContain(`WAYBILL=${server.url} `);
    expect(text).not.toContain(":8080");
  });

  test("lead to what is there", () => {
    const headings = [...outsideCode().matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => slug(title));
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { tags }]) =>
        tags.map((tag) => `${slug(tag)}/${method.toUpperCase()}${path}`),
      ),
    );
    const places = [
      ...headings.map((heading) => `#description/${heading}`),
      ...operations.flatMap((place) => [`#tag/${place}`, `#tag/${place.slice(0, place.indexOf("/"))}`]),
      "/docs/errors",
      "/docs/carrier-protocol",
    ];
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address = ""]) => address);
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((link) => !link.startsWith("https://") && !places.includes(link))).toEqual([]);
  });

  test("call what is there, with JSON that is JSON", () => {
    const shell = codeIn("bash").join("\n");
    const known = Object.keys(document.paths);
    const called = [...shell.matchAll(/\$WAYBILL(\/[^\s"'?]+)/g)].map(([, path = ""]) => path);
    expect(called.length).toBeGreaterThan(8);
    const asTemplate = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
    expect(called.filter((path) => !known.some((template) => asTemplate(template).test(path)))).toEqual([]);
    const bodies = [...shell.matchAll(/-d '(\{[^']+\})'/g)].map(([, body = ""]) => body);
    expect(bodies.length).toBeGreaterThan(4);
    for (const json of [...bodies, ...codeIn("json")]) expect(() => JSON.parse(json)).not.toThrow();
  });

  test("know every outcome and every scope", () => {
    const told = [...text.matchAll(/^\| `(\w+)` \| /gm)].map(([, word]) => word);
    expect(told).toEqual(expect.arrayContaining([...outcomes]));
    for (const scope of scopes) expect(text).toContain(`\`${scope}\``);
  });

  test("name settings that exist to those who run an installation", () => {
    const forOperators = text.slice(text.indexOf("# Running an installation"));
    const named = [...forOperators.matchAll(/\bWAYBILL_[A-Z_]+\b/g)].map(([name]) => name);
    const known = Object.keys(settings).map((name) => variableName(name as SettingName));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("tell the limits there are", () => {
    expect(text).toContain(`| API keys of an account | ${keysPerAccountMax} that`);
    expect(text).toContain(`| Webhook endpoints | ${settings.webhookEndpoints.default} in each environment`);
    expect(text).toContain(`| Active signing secrets of an endpoint | ${secretsMax} |`);
  });

  test("show how to verify a signature in five languages", () => {
    for (const language of ["typescript", "python", "php", "go", "ruby"]) {
      expect(codeIn(language).some((code) => /webhook/i.test(code))).toBe(true);
    }
  });
});
