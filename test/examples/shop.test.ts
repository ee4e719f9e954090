import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type Mistake, mistakes } from "../../examples/shop/shop.ts";
import { finish } from "../support/child.ts";
import { startServer, type TestAccount, type TestServer } from "../support/harness.ts";

/** The example shop's own tests pass, and each of its mistakes makes those fail that look for it, and no others. */

const shopTests = join(import.meta.dir, "../../examples/shop/shop.test.ts");

const finders: Record<Mistake | "none", string[]> = {
  none: [],
  no_retry: [
    "an order goes through while Waybill is busy",
    "an order goes through when a response is lost, and ships once",
  ],
  no_idempotency_key: ["a customer who clicks again after an error gets one delivery"],
  no_signature_check: ["a webhook that Waybill did not sign changes nothing"],
  trusts_order: [
    "webhooks that come twice count once",
    "webhooks in the wrong order end with the latest news",
  ],
  breaks_on_unknown_types: ["a type of event that the shop does not know is taken all the same"],
};

let server: TestServer;
/** Runs side by side in accounts of their own: they mostly wait. */
let failed: Record<string, string[]>;
beforeAll(async () => {
  server = await startServer({ config: { simulationSpeed: "instant" } });
  const runs = ["none" as const, ...mistakes].map(async (mistake) => {
    const account = await server.account();
    return [mistake, await failedTests(mistake, account)] as const;
  });
  failed = Object.fromEntries(await Promise.all(runs));
});
afterAll(() => server.stop());

async function failedTests(mistake: string, { sandboxKey }: TestAccount): Promise<string[]> {
  const child = Bun.spawn([process.execPath, "test", "--timeout=60000", shopTests], {
    env: {
      ...process.env,
      WAYBILL_URL: server.url,
      WAYBILL_KEY: sandboxKey,
      SHOP_MISTAKE: mistake,
      NO_COLOR: "1",
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const { stderr } = await finish(child);
  const tests = [...stderr.matchAll(/^\((pass|fail)\) (.+?)(?: \[[\d.]+m?s\])?$/gm)];
  expect(tests.length, stderr).toBe(10);
  return tests.flatMap(([, result, name = ""]) => (result === "fail" ? [name] : []));
}

test.each(Object.entries(finders))(
  "the mistake %s makes exactly those tests fail that look for it",
  (mistake, expected) => {
    expect(failed[mistake]).toEqual(expected);
  },
);
