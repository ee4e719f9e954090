import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platform } from "../support/fixtures.ts";
import { type Answer, eventually } from "../support/harness.ts";
import { expectClean, markedBody, marker } from "../support/redaction.ts";
import { clientOf, restart, serve, signUp } from "./executable.ts";

/** Kills the executable while it redacts: what was acknowledged is erased from every file after the next start. */

const kills = 4;
const shipmentsBetween = 8;
const momentMsMax = 120;
const env = { WAYBILL_LOG_LEVEL: "error" };

const { requirements: _required, ...delivery } = markedBody.delivery;
const body = {
  ...markedBody,
  delivery,
  simulation: { speed: "instant" },
  accept: { strategy: "cheapest" },
};

test("killed while it redacts: every redaction comes to its end, once", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-redaction-crash-"));
  const data = join(cwd, "data");
  let serving = await serve(data, { cwd, env });
  const { keys } = await signUp(serving.url);
  const client = () => clientOf(serving, { "x-api-key": keys.sandbox });
  const redact = (id: string) => client().post(`${platform}/shipments/${id}/redaction`);

  async function deliver(): Promise<string> {
    const { body: shipment } = await client().post(`${platform}/shipments`, body);
    await eventually("the delivery", async () => {
      const { body: read } = await client().get(`${platform}/shipments/${shipment.id}`);
      return read.status === "delivered" || undefined;
    });
    return shipment.id;
  }

  const all: string[] = [];
  let acknowledged = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const ids = await Promise.all(Array.from({ length: shipmentsBetween }, deliver));
    all.push(...ids);
    // Undefined where the connection broke: nobody knows then whether it had begun.
    const answers = ids.map((id): Promise<Answer | undefined> => redact(id).catch(() => undefined));
    await Promise.any(answers);
    await Bun.sleep(Math.random() * momentMsMax);
    serving = await restart(serving, data, { cwd, env });
    for (const [index, answer] of (await Promise.all(answers)).entries()) {
      if (answer?.status !== 200) continue;
      acknowledged += 1;
      const { text } = await client().get(`${platform}/shipments/${ids[index]}`);
      expect(text).not.toContain(marker);
    }
  }
  expect(acknowledged).toBeGreaterThan(0);

  for (const id of all) {
    expect((await redact(id)).body.redacted_at).toBeString();
    const { body: log, text } = await client().get(`${platform}/shipments/${id}/events?limit=100`);
    expect(text).not.toContain(marker);
    const types = log.data.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === "shipment.redacted")).toHaveLength(1);
  }
  await expectClean(data, [marker]);
  serving.kill("SIGTERM");
  expect((await serving.exited).exitCode).toBe(0);
  rmSync(cwd, { recursive: true });
}, 180_000);
