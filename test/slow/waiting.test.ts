import { expect, test } from "bun:test";
import { never, playCarrier } from "../support/carriers.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { startServer } from "../support/harness.ts";

/** Longer than a connection may be silent. */
const waitSeconds = 13;

test("an answer that is waited for comes, however long it takes", async () => {
  const server = await startServer({
    config: { quotingDeadlineSeconds: 2 * waitSeconds },
    replacements: { carriers: () => [playCarrier("silent", { quote: never })] },
  });
  const { sandbox } = await server.account();
  const { id } = await createShipment(sandbox);
  const path = `${platform}/shipments/${id}`;
  const [answer, refused] = await Promise.all([
    sandbox.get(`${path}/quotes?wait_seconds=${waitSeconds}`),
    sandbox.post(`${path}/assignments`, { strategy: "cheapest" }),
  ]);
  expect(answer.status).toBe(200);
  expect(answer.body.status).toBe("pending");
  expect([refused.status, refused.body.code]).toEqual([409, "no_open_quotes"]);
  await server.stop();
});
