import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type Mistake, mistakes } from "../../examples/shop/shop.ts";
import { finish } from "../support/child.ts";
import { startServer, type TestServer } from "../support/harness.ts";

/** The example shop's own tests pass, and each of its mistakes makes those fail that look for it, and no others. */

const shopTests = join(import.meta.dir, "../../examples/shop/shop.test.ts");

const finders: Record<Mistake | "none", string[]> = {
  none: [],
  no_retry: [
    "an order goes through while Waybill is busy",
    "an order goes through when a response is lost, and ships once",
  ],
  no_idempotency_key: [
    "a customer who clicks again after an error gets one delivery",
    "a customer who clicks twice at once gets one delivery",
  ],
  no_signature_check: ["a webhook that Waybill did not sign changes nothing"],
  trusts_order: [
    "webhooks that come twice count once",
    "webhooks in the wrong order end with the latest news",
  ],
  breaks_on_unknown_types: ["a type of event that the shop does not know is taken all the same"],
};

let server: TestServer;
/** Runs side by side: they mostly wait, and each test has a stage of its own. */
let failed: Record<string, string[]>;
beforeAll(async () => {
  server = await startServer({ config: { ephemeral: true, testClock: true, simulationSpeed: "instant" } });
  const { sandboxKey } = await server.account();
  const names = ["none", ...mistakes];
  const runs = await Promise.all(names.map((mistake) => failedTests(mistake, sandboxKey)));
  failed = Object.fromEntries(names.map((name, index) => [name, runs[index] ?? []]));
});
afterAll(() => server.stop());

function runTests(mistake: string, key: string) {
  const child = Bun.spawn([process.execPath, "test", "--timeout=60000", shopTests], {
    env: {
      ...process.env,
      WAYBILL_URL: server.url,
      WAYBILL_API_KEY: key,
      SHOP_MISTAKE: mistake,
      NO_COLOR: "1",
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  return finish(child);
}

async function failedTests(mistake: string, key: string): Promise<string[]> {
  const { stderr } = await runTests(mistake === "none" ? "" : mistake, key);
  const tests = [...stderr.matchAll(/^\((pass|fail)\) (.+?)(?: \[[\d.]+m?s\])?$/gm)];
  expect(tests.length, stderr).toBe(11);
  return tests.flatMap(([, result, name = ""]) => (result === "fail" ? [name] : []));
}

test.each(Object.entries(finders))(
  "the mistake %s makes exactly those tests fail that look for it",
  (mistake, expected) => {
    expect(failed[mistake]).toEqual(expected);
  },
);

test("a mistake that there is not is refused with those there are", async () => {
  const { exitCode, stderr } = await runTests("no_retyr", "no key");
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`SHOP_MISTAKE must be one of ${mistakes.join(", ")}`);
});
