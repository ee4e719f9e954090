import { expect, setDefaultTimeout, test } from "bun:test";
import { never, playCarrier } from "../support/carriers.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { startServer } from "../support/harness.ts";

/** Longer than a connection may be silent. */
const waitSeconds = 13;
setDefaultTimeout(4 * waitSeconds * 1000);

test("an answer that is waited for comes, however long it takes", async () => {
  const server = await startServer({
    config: { quotingDeadlineSeconds: 2 * waitSeconds },
    replacements: { carriers: () => [playCarrier("silent", { quote: never })] },
  });
  const { sandbox } = await server.account();
  const { id } = await createShipment(sandbox);
  const answer = await sandbox.get(`${platform}/shipments/${id}/quotes?wait_seconds=${waitSeconds}`);
  expect(answer.status).toBe(200);
  expect(answer.body.status).toBe("pending");
  await server.stop();
});
