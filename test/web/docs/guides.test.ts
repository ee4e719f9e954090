import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { keysPerAccountMax } from "../../../src/access/keys/key.ts";
import { scopes } from "../../../src/access/model.ts";
import { gpsFaultKinds, outcomes, reasonCodes } from "../../../src/delivery/model/model.ts";
import {
  fileVariableName,
  settingNames,
  settings,
  variableName,
} from "../../../src/infra/config/settings.ts";
import { secretsMax } from "../../../src/messaging/webhooks/signing/secret.ts";
import { drawings, type Guide, readGuides } from "../../../src/web/docs/guides.ts";
import { sectionsOf } from "../../../src/web/docs/markdown.ts";
import { openVariables } from "../../../src/web/docs/sample-variables.ts";
import { generators } from "../../generators/generators.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

/** What the guides say is compared with the code: an example that does not work is worse than none. */

let server: TestServer;
let guides: Guide[];
let text: string;
let document: { paths: Record<string, Record<string, { operationId: string; tags: string[] }>> };

beforeAll(async () => {
  server = await startServer();
  guides = await readGuides(server.url);
  text = guides.map((guide) => guide.text).join("\n");
  document = (await server.client().get("/api/v1/openapi.json")).body;
});
afterAll(() => server.stop());

/** As Scalar makes anchors of headings and tags. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replace(/ /g, "-");
const codeIn = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, code = ""]) => code);

describe("the guides", () => {
  test("name what their samples read and nothing in them sets", () => {
    const saying = guides.filter((guide) => /^The samples read /m.test(guide.text));
    expect(saying.map(({ name }) => name)).toContain("drivers");
    for (const guide of guides.filter(({ name }) => !name.startsWith("testing-"))) {
      const [, said = ""] = /^The samples read (.+?)\./m.exec(guide.text) ?? [];
      expect([guide.name, [...said.matchAll(/`\$(\w+)`/g)].map(([, name]) => name)]).toEqual([
        guide.name,
        openVariables(guide.text),
      ]);
    }
    expect(
      openVariables("```bash\nexport A_A=1\ncurl $A_A $B_B\nfor C_C in 1; do echo $C_C; done\n```\n"),
    ).toEqual(["B_B"]);
  });

  test("have a name that their title tells, and one title", () => {
    for (const guide of guides) {
      expect(guide.text).toStartWith(`# ${guide.title}\n`);
      expect(sectionsOf(guide.text).filter(({ level }) => level === 1)).toHaveLength(1);
    }
    expect(new Set(guides.map(({ title }) => title)).size).toBe(guides.length);
    expect(guides[0]?.name).toBe("quick-start");
  });

  test("are all shown", async () => {
    const files = await Array.fromAsync(new Bun.Glob("*.md").scan("src/web/docs/guides"));
    expect(guides.map(({ name }) => `${name}.md`).toSorted()).toEqual(files.toSorted());
  });

  test("call the server that shows them, whatever its port", () => {
    expect(text).toContain(`WAYBILL_URL=${server.url} `);
    expect(text.includes(":8080")).toBe(false);
  });

  test("lead to what is there", () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const chapters = [...new Set(operations.flatMap(({ tags }) => tags))];
    const anchors = guides.map(({ name, text }) => ({ name, ids: sectionsOf(text).map(({ id }) => id) }));
    const places = [
      ...anchors.flatMap(({ name, ids }) => [`${name}.md`, ...ids.map((id) => `${name}.md#${id}`)]),
      ...operations.map(({ operationId }) => `/docs/api/${operationId}`),
      ...chapters.map((tag) => `/docs/api#tag/${slug(tag)}`),
      ...Object.keys(drawings),
      "/docs/errors",
      "/docs/settings",
      "/docs/carrier-protocol",
    ];
    const links = guides.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address = ""]) =>
        address.startsWith("#")
          ? `${name}.md${address}`
          : address.replace(/^(\/docs\/(?:errors|settings))#.*/, "$1"),
      ),
    );
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((link) => !link.startsWith("https://") && !places.includes(link))).toEqual([]);
  });

  test("call what is there, with JSON that is JSON", () => {
    const shell = codeIn("bash").join("\n");
    const known = Object.keys(document.paths);
    const called = [...shell.matchAll(/\$WAYBILL_URL(\/[^\s"'?]+)/g)].map(([, path = ""]) => path);
    expect(called.length).toBeGreaterThan(8);
    const asTemplate = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
    expect(called.filter((path) => !known.some((template) => asTemplate(template).test(path)))).toEqual([]);
    const bodies = [...shell.matchAll(/-d '(\{[^']+\})'/g)].map(([, body = ""]) => body);
    expect(bodies.length).toBeGreaterThan(4);
    for (const json of [...bodies, ...codeIn("json")]) expect(() => JSON.parse(json)).not.toThrow();
  });

  test("tell the settings with which the trial of generators runs", () => {
    const versioning = guides.find(({ name }) => name === "versioning")?.text ?? "";
    const tried = generators.filter(({ query }) => query === "?for=key&errors=default");
    const told = tried.filter(({ name, version }) => versioning.includes(`${name.split(",")[0]} ${version}`));
    expect(told.map(({ name }) => name)).toEqual([
      "openapi-python-client",
      "openapi-generator, Java native",
      "oapi-codegen",
    ]);
    const asWords = (command: string) => command.replaceAll("\\\n", " ").split(/\s+/).join(" ");
    const commands = asWords(versioning);
    for (const { files, generate } of told) {
      const settings = files?.["settings.yaml"];
      if (settings !== undefined) expect(versioning).toContain(`\`\`\`yaml\n${settings}\`\`\``);
      else
        expect(commands).toContain(
          asWords(generate.flat().join(" ").replaceAll("tools/", "").replace("bin/", "")),
        );
    }
  });

  test("know every outcome and every scope", () => {
    const told = [...text.matchAll(/^\| `(\w+)` \| /gm)].map(([, word]) => word);
    expect(told).toEqual(expect.arrayContaining([...outcomes]));
    for (const scope of scopes) expect(text).toContain(`\`${scope}\``);
  });

  test("show how to test every reason and every GPS fault", () => {
    const recipes = guides.flatMap(({ group, text }) => (group === "Test" ? text : [])).join("\n");
    for (const word of [...reasonCodes, ...gpsFaultKinds]) expect(recipes).toContain(word);
  });

  test("name settings that exist to those who run an installation", () => {
    const forOperators = guides.flatMap(({ group, text }) => (group === "Run it" ? text : [])).join("\n");
    const named = [...forOperators.matchAll(/\bWAYBILL_[A-Z\d_]+\b/g)].map(([name]) => name);
    const known = settingNames.flatMap((name) => [variableName(name), fileVariableName(name) ?? []].flat());
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("tell the limits there are", () => {
    expect(text).toContain(`| API keys of an account | ${keysPerAccountMax} that`);
    expect(text).toContain(`| Webhook endpoints | ${settings.webhookEndpoints.default} in each environment`);
    expect(text).toContain(`| Active signing secrets of an endpoint | ${secretsMax} |`);
  });

  test("show how to verify a signature in five languages, each as a file with the command that starts it", () => {
    const starts = {
      typescript: ["receiver.mts", "node receiver.mts"],
      python: ["receiver.py", "python receiver.py"],
      php: ["receiver.php", "php -S 127.0.0.1:9000 receiver.php"],
      go: ["receiver.go", "go run ."],
      ruby: ["receiver.rb", "ruby receiver.rb"],
    };
    for (const [language, [file, command]] of Object.entries(starts)) {
      const sample = codeIn(language).find((code) => code.includes("WAYBILL_WEBHOOK_SECRET")) ?? "";
      const [first = ""] = sample.split("\n").filter((line) => line.includes("Save as"));
      expect([language, first]).toEqual([language, expect.stringContaining(`Save as ${file}`)]);
      expect(first).toContain(`then: ${command}`.replace("then", first.includes("Then:") ? "Then" : "then"));
      expect([language, sample.includes("9000") || language === "php"]).toEqual([language, true]);
    }
  });
});
