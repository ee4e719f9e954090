import { heapStats } from "bun:jsc";
import { test } from "bun:test";
import { playCarrier } from "../../../support/carriers.ts";
import { createQuoted, platform } from "../../../support/fixtures.ts";
import { eventually, startServer } from "../../../support/harness.ts";

const calls = 20;

test("a call to a carrier that was answered leaves no signal behind", async () => {
  const server = await startServer({ replacements: { carriers: () => [playCarrier("a")] } });
  const { sandbox } = await server.account();
  const book = async () => {
    const { shipment, quotes } = await createQuoted(sandbox);
    const path = `${platform}/shipments/${shipment.id}`;
    await sandbox.post(`${path}/assignments`, { quote_id: quotes[0].id });
    await eventually("the booking was answered", async () => {
      const { body } = await sandbox.get(path);
      return body.substatus === "confirmed";
    });
  };
  const signals = () => {
    Bun.gc(true);
    return heapStats().objectTypeCounts.AbortSignal ?? 0;
  };
  await book();
  const before = signals();
  for (let count = 0; count < calls; count += 1) await book();
  // What requests in between have left goes within some turns; what is kept never does.
  await eventually("the signals to go", () => signals() - before < calls / 2);
  await server.stop();
});
