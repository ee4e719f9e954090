import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Stage, startWaybill, type WaybillServer } from "waybill-client/testing";
import { testTimeoutMs } from "../runner/files.ts";
import { finish } from "../support/child.ts";
import { testWith } from "../support/test-with.ts";
import { executable } from "./executable.ts";
import { examples, runRunner } from "./test-runners.ts";

/** What a failed test leaves, by hand and in each test runner of JavaScript. */

/** Of what comes within milliseconds, unless the machine is busy with something else. */
const timeoutSeconds = 150;

const client = join(import.meta.dir, "../../client");
const folder = mkdtempSync(join(tmpdir(), "waybill-failed-"));
/** The client as npm has it. */
const built = join(folder, "waybill-client");
let waybill: WaybillServer;
beforeAll(async () => {
  waybill = await startWaybill({ executable, seed: "failing" });
  mkdirSync(built);
  symlinkSync(join(client, "package.json"), join(built, "package.json"));
  symlinkSync(join(client, "../node_modules"), join(built, "node_modules"));
  const command = ["node_modules/.bin/tsc", "--project", "tsconfig.json", "--outDir", join(built, "dist")];
  const compiled = await finish(Bun.spawn(command, { cwd: client, stdout: "pipe", stderr: "pipe" }));
  expect(compiled).toMatchObject({ exitCode: 0 });
}, 180_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await waybill.stop();
});

const place = {
  contact: { name: "<b>Alex</b>" },
  address: { line1: "Torstr. 1", city: "Berlin", country: "DE" },
};
const body = {
  reference: "<script>alert(1)</script>",
  pickup: place,
  delivery: place,
  parcels: [{ weight_grams: 1200 }],
};

async function deliver(stage: Stage): Promise<string> {
  const { id } = await stage.client.createShipment({ body });
  await stage.client.listQuotes({ path: { id } });
  await stage.client.acceptQuote({ path: { id }, body: { strategy: "cheapest" } });
  await stage.waitForEvent({ type: "shipment.delivered", timeoutSeconds });
  return id;
}

describe("a report", () => {
  test("has all that the stage saw, as text", async () => {
    const stage = await waybill.stage({ seed: "<i>" });
    const inbox = await stage.openInbox();
    const id = await deliver(stage);
    await inbox.next({ type: "shipment.delivered", timeoutSeconds });
    await expect(stage.client.getShipment({ path: { id: "shp_unknown" } })).rejects.toThrow();
    const { now } = await stage.clock.freeze();
    const file = join(folder, "new/report.html");
    await stage.saveReport(file, { test: "a & b", error: "<u>", command: "npm test -- '<a>'" });
    const html = await Bun.file(file).text();
    const shown = [
      "<title>a &#38; b</title>",
      "&#60;u&#62;",
      "npm test -- &#39;&#60;a&#62;&#39;",
      "&#60;i&#62;",
      "failing",
      stage.accountId,
      `&#34;frozen_at&#34;: &#34;${now}&#34;`,
      `Shipment ${id}, &#60;script&#62;alert(1)&#60;/script&#62;: delivered`,
      "The quote from ",
      "<td>404</td><td>not_found</td><td></td><td>/api/v1/platform/shipments/shp_unknown",
      "&#34;weight_grams&#34;: 1200",
      "<td>shipment.delivered</td><td>evt_",
      "<td>delivered</td><td>shipment.delivered<details>",
      "Webhooks to waybill:inbox",
      "attempt 1",
      "webhook-signature",
    ];
    for (const text of shown) expect(html).toContain(text);
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(html).not.toMatch(/<script|<b>|<i>|<u>|<link|<img| src=| href=/);
    expect(html).not.toContain(stage.key);
    expect(html).not.toContain(inbox.secret);
  });

  test("is read past the stage's faults, which go on afterwards", async () => {
    const stage = await waybill.stage();
    await stage.client.createShipment({ body });
    const once = { operation: "getShipment", status: 404, times: 1 };
    const rules = [
      once,
      { operation: "listRequests", hang_up: "before", times: 2 } as const,
      { status: 500 },
    ];
    await stage.faults.set(...rules);
    await expect(stage.client.getShipment({ path: { id: "shp_x" } })).rejects.toMatchObject({ status: 404 });
    const file = join(folder, "faults.html");
    await stage.saveReport(file);
    const html = await Bun.file(file).text();
    expect(html).toContain(`<title>Stage ${stage.accountId}</title>`);
    expect(html).toContain("&#34;operation&#34;:&#34;getShipment&#34;,&#34;status&#34;:404");
    expect(html).toContain("Shipment shp_");
    expect((await stage.faults.read()).rules).toMatchObject(rules.slice(1));
    await expect(stage.client.listShipments()).rejects.toMatchObject({ status: 500 });
  });

  test("has the live side too, where something happened there", async () => {
    const stage = await waybill.stage();
    const headers = { "x-api-key": stage.liveKey };
    await fetch(`${stage.url}/api/v1/platform/shipments/shp_live`, { headers });
    const file = join(folder, "live.html");
    await stage.saveReport(file);
    const html = await Bun.file(file).text();
    expect(html).toContain("<h2>Requests (live)</h2>");
    expect(html).toContain("/shipments/shp_live");
    expect(html).not.toContain("<h2>Requests</h2>");
  });
});

describe("a test with withStage", () => {
  const broken = new Error("expected 3");

  /** What the runner gets of a test: nothing, or the error that was thrown. */
  async function run(name: string, reports: string, body: (stage: Stage) => unknown): Promise<unknown> {
    let declared: (() => Promise<void>) | undefined;
    waybill.withStage((declaredName, given) => {
      expect(declaredName).toBe(name);
      declared = given;
    })(name, body);
    process.env.WAYBILL_REPORTS = reports;
    try {
      return await declared?.().catch((error: unknown) => error);
    } finally {
      delete process.env.WAYBILL_REPORTS;
    }
  }

  test("leaves nothing if it passes, and its stage ends", async () => {
    const reports = join(folder, "passed");
    let stage: Stage | undefined;
    const outcome = await run("passes", reports, async (given) => {
      stage = given;
      await deliver(given);
    });
    expect(outcome).toBeUndefined();
    expect(existsSync(reports)).toBeFalse();
    await expect(stage?.client.listShipments()).rejects.toMatchObject({ code: "api_key_invalid" });
  });

  test("fails with its own error, and leaves one report under its name", async () => {
    const reports = join(folder, "failed");
    const name = `paid/../<orders> ${"語".repeat(200)}`;
    for (const _ of [1, 2]) expect(await run(name, reports, () => Promise.reject(broken))).toBe(broken);
    const file = `${`failed-test.test.ts-paid-..-orders-${"語".repeat(200)}`.slice(0, 80)}.html`;
    expect(readdirSync(reports)).toEqual([file]);
    const html = await Bun.file(join(reports, file)).text();
    expect(html).toContain("<h1>paid/../&#60;orders&#62; 語");
    expect(html).toContain("Error: expected 3");
  });

  test("fails with its own error where no report can be saved", async () => {
    const blocked = join(folder, "file");
    await Bun.write(blocked, "");
    expect(await run("fails", blocked, () => Promise.reject(broken))).toBe(broken);
    expect(await Bun.file(blocked).text()).toBe("");
  });

  test("hands the runner what follows its body", () => {
    let rest: unknown[] = [];
    waybill.withStage((_name, _body, ...given) => {
      rest = given;
    })("waits long", () => {}, 30_000);
    expect(rest).toEqual([30_000]);
  });
});

describe("the runner's command stands in the report", () => {
  const code = (imported: string) => `${imported}
    import { startWaybill } from "waybill-client/testing";
    const waybill = await startWaybill();
    const stageTest = waybill.withStage(test);
    stageTest("passes", () => {}, ${testTimeoutMs});
    const read = (stage) => stage.client.getShipment({ path: { id: "shp_1" } });
    stageTest("is (not) paid", read, ${testTimeoutMs});
  `;

  /** In a project of its own, as a tester has it. */
  async function fail(
    imported: string,
    command: string[],
    env: Record<string, string> = {},
  ): Promise<string> {
    const project = mkdtempSync(join(folder, "project-"));
    const packages = join(project, "node_modules");
    mkdirSync(packages);
    symlinkSync(built, join(packages, "waybill-client"));
    symlinkSync(join(examples, "node_modules/vitest"), join(packages, "vitest"));
    await Bun.write(join(project, "package.json"), '{"type": "module", "jest": {"transform": {}}}');
    await Bun.write(join(project, "paid.test.js"), code(imported));
    const ran = await runRunner(command, env, project);
    expect(ran).toMatchObject({ exitCode: 1, starts: 1 });
    const reports = readdirSync(join(project, "waybill-reports"));
    expect(reports).toEqual(["paid.test.js-is-not-paid.html"]);
    const report = `waybill-reports/${reports[0]}`;
    expect(ran.stdout + ran.stderr).toContain(report);
    const html = await Bun.file(join(project, report)).text();
    expect(html).toContain("not_found");
    const [, repeat = ""] = /Run it again<\/td><td><pre>(.*?)<\/pre>/.exec(html) ?? [];
    return repeat.replaceAll("&#39;", "'");
  }
  const bin = join(examples, "node_modules/.bin");

  testWith("vitest and jest", "vitest", async () => {
    const repeat = await fail('import { test } from "vitest";', ["node", join(bin, "vitest"), "run"]);
    expect(repeat).toBe("npx vitest run paid.test.js -t 'is \\(not\\) paid'");
  });

  testWith("vitest and jest", "jest", async () => {
    const repeat = await fail("", ["node", join(bin, "jest")], { NODE_OPTIONS: "--experimental-vm-modules" });
    expect(repeat).toBe("npx jest paid.test.js -t 'is \\(not\\) paid'");
  });

  test("bun test", async () => {
    const repeat = await fail('import { test } from "bun:test";', [process.execPath, "test"]);
    expect(repeat).toBe("bun test ./paid.test.js -t 'is \\(not\\) paid'");
  });

  test("node:test", async () => {
    const repeat = await fail('import { test } from "node:test";', ["node", "--test"]);
    expect(repeat).toBe("node --test --test-name-pattern='is \\(not\\) paid' paid.test.js");
  });
});
