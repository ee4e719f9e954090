import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256Hex } from "../../src/infra/ids.ts";
import { plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { pictures, withChunk } from "../support/images.ts";
import { clientOf, restart, run, serve, signUp } from "./executable.ts";

/**
 * Kills the executable while it takes pictures and reports that name them. A proof has all its pictures or is not there,
 * and no bytes are left that nothing names.
 */

const kills = 4;
const jobsOfEach = 6;
const picturesOfEach = 3;
const pictureBytes = 1024 * 1024;
const momentMsMax = 400;
const env = { WAYBILL_LOG_LEVEL: "error" };

const picture = (seed: number) =>
  new Uint8Array(withChunk(pictures.png, "IDAT", Buffer.alloc(pictureBytes, seed)));

test("killed while pictures are named: every proof has all of its pictures, and none is left over", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-pictures-crash-"));
  const data = join(cwd, "data");
  let serving = await serve(data, { cwd, env });
  const { keys } = await signUp(serving.url);
  const headers = { "x-api-key": keys.live };
  let client = clientOf(serving, headers);
  const settings = { dispatch: "manual" };
  const fleet = { kind: "fleet", code: "riders", name: "Riders", settings };
  const { body: carrier } = await client.post(`${platform}/carriers`, fleet);
  const base = `${platform}/carriers/${carrier.id}`;
  expect((await client.put(`${base}/rate-card`, plainCard)).status).toBe(200);

  const book = async () => {
    const { body: shipment } = await client.post(`${platform}/shipments`, shipmentBody());
    const path = `${platform}/shipments/${shipment.id}/assignments`;
    const { status, body } = await client.post(path, { strategy: "cheapest" });
    expect(status).toBe(201);
    return { shipmentId: shipment.id as string, assignmentId: body.id as string, named: [] as string[] };
  };
  type Job = Awaited<ReturnType<typeof book>>;
  /** What was named and acknowledged, by the shipment. */
  const acknowledged = new Map<string, string[]>();

  const prove = async ({ shipmentId, assignmentId, named }: Job, seed: number) => {
    const image_ids: string[] = [];
    for (let index = 0; index < picturesOfEach; index += 1) {
      const sent = { body: picture(seed * picturesOfEach + index), headers: { "content-type": "image/png" } };
      const { status, body } = await client.send(`${base}/images`, { method: "POST", ...sent });
      expect(status).toBe(201);
      image_ids.push(body.id);
      named.push(body.sha256);
    }
    const of = { assignment_id: assignmentId, at: new Date().toISOString() };
    const { status, body } = await client.post(`${base}/reports`, [
      { ...of, id: `p-${seed}`, type: "progress", substatus: "picked_up" },
      { ...of, id: `d-${seed}`, type: "delivered", proof: { image_ids } },
    ]);
    expect([status, body.results.at(-1).result]).toEqual([200, "applied"]);
    acknowledged.set(shipmentId, named);
  };

  const hashesOf = async (shipmentId: string): Promise<string[]> => {
    const { body } = await client.get(`${platform}/tracking/${shipmentId}`);
    const photos: { url: string; sha256: string }[] = body.proof_of_delivery?.photos ?? [];
    return Promise.all(
      photos.map(async ({ url, sha256 }) => {
        const shown = await fetch(serving.url + new URL(url).pathname, { headers });
        expect(sha256Hex(new Uint8Array(await shown.arrayBuffer()))).toBe(sha256);
        return sha256;
      }),
    );
  };

  let seed = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const jobs = await Promise.all(Array.from({ length: jobsOfEach }, book));
    const proving = jobs.map((job) => {
      seed += 1;
      return prove(job, seed);
    });
    // One that was not cut off has kept what it expects.
    const settled = Promise.allSettled(proving);
    await Promise.race([settled, Bun.sleep(Math.random() * momentMsMax)]);
    serving = await restart(serving, data, { cwd, env });
    await settled;
    client = clientOf(serving, headers);
    for (const { shipmentId, named } of jobs) {
      const hashes = await hashesOf(shipmentId);
      if (acknowledged.has(shipmentId) || hashes.length > 0) expect(hashes).toEqual(named);
    }
  }
  // The last ones are not cut off.
  const job = await book();
  await prove(job, seed + 1);
  expect(await hashesOf(job.shipmentId)).toEqual(job.named);
  expect(acknowledged.size).toBeGreaterThan(0);
  serving.kill("SIGTERM");
  expect((await serving.exited).exitCode).toBe(0);
  const { exitCode, stdout } = await run(["doctor", "--data", data], { cwd });
  expect(stdout).not.toContain("bytes of pictures that neither");
  expect(exitCode).toBe(0);
  rmSync(cwd, { recursive: true });
});
