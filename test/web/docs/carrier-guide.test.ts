import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueToken } from "../../../src/access/tokens/service.ts";
import { reportResults, reportSchemas } from "../../../src/delivery/lifecycle/reports/schema.ts";
import { operatorIn } from "../../../src/infra/http/principal.ts";
import { readGuidesText } from "../../../src/web/docs/guides.ts";
import { finish } from "../../support/child.ts";
import { pictures } from "../../support/images.ts";
import { type ReportWorld, startReportWorld } from "../../support/reports.ts";

/** The chapter on what a carrier sends back: its samples run as written, and its tables are complete. */

let world: ReportWorld;
let chapter: string;
let folder: string;
beforeAll(async () => {
  world = await startReportWorld();
  const text = await readGuidesText(world.server.url);
  const start = text.indexOf("## Report back to Waybill");
  chapter = text.slice(start, text.indexOf("## The example", start));
  folder = mkdtempSync(join(tmpdir(), "waybill-guide-"));
  writeFileSync(join(folder, "door.jpg"), pictures.jpeg);
});
afterAll(async () => {
  await world.server.stop();
  rmSync(folder, { recursive: true });
});

/** What a sample prints, as JSON. */
async function run(sample: string, variables: Record<string, string>) {
  const script = sample.replace("curl -s", "curl --fail-with-body -s");
  const env = { ...process.env, WAYBILL_URL: world.server.url, ...variables };
  const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", script], {
    cwd: folder,
    env,
    stdout: "pipe",
    stderr: "pipe",
  });
  const { exitCode, stdout, stderr } = await finish(child);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

test("its samples report a trip, list the job, upload an image and deliver with it", async () => {
  const { deps } = world.server;
  const owner = {
    environment: "sandbox",
    carrierId: world.carriers.a,
    accountId: null,
    driverId: null,
  } as const;
  const actor = operatorIn(world.account.accountId);
  const { secret: TOKEN } = await issueToken(deps, actor, () => owner, { name: "server", kind: "carrier" });
  const trip = await world.accept({
    delivery: {
      contact: { name: "Alex Example" },
      address: { line1: "Oranienstr. 25", city: "Berlin", country: "DE" },
      requirements: { photo: true },
    },
  });
  const variables = { TOKEN: String(TOKEN), ASSIGNMENT: trip.assignmentId };
  const samples = [...chapter.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
  expect(samples).toHaveLength(4);
  const [reports = "", jobs = "", image = "", delivered = ""] = samples;

  const resultsOf = async (sample: string, more = {}) =>
    (await run(sample, { ...variables, ...more })).results.map(({ result }: { result: string }) => result);
  expect(await resultsOf(reports)).toEqual(["applied", "applied"]);
  const { data } = await run(jobs, variables);
  expect(data).toMatchObject([{ assignment_id: trip.assignmentId, substatus: "picked_up" }]);
  const { id: IMAGE } = await run(image, variables);
  expect(await resultsOf(delivered, { IMAGE })).toEqual(["applied"]);
  expect(await world.shipmentOf(trip)).toMatchObject({ status: "delivered" });
  expect((await world.trackingOf(trip)).proof_of_delivery.missing).toEqual([]);
});

test("it names every type of report with its fields, and every result", () => {
  const rows = [...chapter.matchAll(/^\| `(\w+)` \|([^|]*)\|/gm)].map(([, word = "", fields = ""]) => ({
    word,
    fields: [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => field),
  }));
  const common = ["id", "assignment_id", "at", "type"];
  for (const [type, { properties }] of Object.entries(reportSchemas)) {
    const own = Object.keys(properties).filter((name) => !common.includes(name));
    expect(rows).toContainEqual({ word: type, fields: own });
  }
  expect(rows.map(({ word }) => word)).toEqual(expect.arrayContaining([...reportResults]));
});
