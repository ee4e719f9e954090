import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Guide, readGuides } from "../../../src/web/docs/guides.ts";
import { finish } from "../../support/child.ts";
import { addDriver } from "../../support/drivers.ts";
import { createShipment, platform, shipmentBody, withPin } from "../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../support/fleets.ts";
import { commandsIn, wholeGuides } from "../../support/guide-code.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";
import { csvOf, orderCells, uploadAs } from "../../support/order-lists.ts";

/** Guides that show single calls: each command runs with objects of the test, and none fails. */

const program = join(import.meta.dir, "../../../src/main.ts");

let server: TestServer;
let guides: Guide[];
let folder: string;
beforeAll(async () => {
  server = await startServer({ config: { ephemeral: true, testClock: true } });
  guides = await readGuides(server.url);
  folder = mkdtempSync(join(tmpdir(), "waybill-samples-"));
  writeFileSync(join(folder, "shipment.json"), JSON.stringify(shipmentBody()));
  const card = commandsIn(textOf("fleet"), "json").find((block) => block.includes('"zones"'));
  writeFileSync(join(folder, "card.json"), String(card));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const textOf = (name: string) => guides.find((guide) => guide.name === name)?.text ?? "";

/** What samples name: a delivered shipment with a PIN and its head, one with quotes, and a fleet with a job and a driver. */
async function makeObjects({ sandbox, accountId }: TestAccount) {
  const { id } = await createShipment(sandbox, { ...withPin, simulation: { speed: "instant" } });
  await sandbox.get(`${platform}/shipments/${id}/quotes`);
  await sandbox.post(`${platform}/shipments/${id}/assignments`, { strategy: "cheapest" });
  const delivered = await eventually("the delivery", async () => {
    const { body } = await sandbox.get(`${platform}/events?type=shipment.delivered&limit=1`);
    return body.data[0];
  });
  const fleet = await addOpenFleet(server, accountId, { dispatch: "manual" });
  const { id: driver } = await addDriver(server, "sandbox", accountId, { carrierId: fleet, onDuty: true });
  const { assignmentId } = await acceptFleet(sandbox, fleet);
  const { id: quoted } = await createShipment(sandbox);
  await sandbox.get(`${platform}/shipments/${quoted}/quotes`);
  const { body: schedule } = await sandbox.post(`${platform}/schedules`, {
    name: "Bread",
    shipment: shipmentBody(),
    days: ["mon"],
    pickup_window: { from: "09:00", to: "11:00" },
  });
  const { id: list } = await uploadAs(sandbox, csvOf([orderCells(1)]));
  return {
    SCHEDULE: schedule.id,
    IMPORT: list,
    QUOTED: quoted,
    SHIPMENT: id,
    PROOF_HEAD: delivered.data.shipment.proof_head ?? delivered.data.proof_head,
    CARRIER: fleet,
    DRIVER: driver,
    ASSIGNMENT: assignmentId,
  };
}

/** Guides of which every command runs here, but for those in `elsewhere`. */
const sampled = [
  "authentication",
  "charges",
  "estimates",
  "fleet",
  "idempotency",
  "importing-orders",
  "labels",
  "lists",
  "order-forms",
  "people-and-roles",
  "personal-data",
  "printing",
  "proof",
  "quick-start",
  "returns",
  "sandbox",
  "standing-orders",
  "versioning",
  "webhooks",
];

/** What runs in another test, or cannot run here: a text of the block, and where or why. */
const elsewhere: Record<string, [text: string, place: string][]> = {
  attention: [["", "of an installation that has something to attend to: test/delivery/fleet/attention"]],
  "connect-your-own-carrier": [
    ["", "test/web/docs/carrier-guide.test.ts, test/web/docs/carrier-protocol.test.ts"],
  ],
  "disk-is-gone": [["", "test/slow/disk-is-gone.test.ts"]],
  drivers: [["", "test/web/docs/driver-guide.test.ts"]],
  easypost: [["", "a server of EasyPost: test/delivery/carriers/kinds/easypost"]],
  "first-rider": [["", "test/slow/first-rider.test.ts"]],
  karrio: [["", "a server of Karrio: test/delivery/carriers/kinds/karrio"]],
  "keep-karrio": [["", "with a real Karrio: test/upstreams/guide.ts"]],
  "one-machine": [["", "measurements of minutes: test/web/docs/one-machine.test.ts"]],
  operating: [["", "an operator's own folders: test/app/restore, test/app/doctor"]],
  "people-and-roles": [["waybill user create", "test/cli/administration.test.ts"]],
  // A shipment has one return at a time, and the guide has begun one before.
  returns: [["RMA-17", "test/delivery/orders/returns/returns.test.ts"]],
  standby: [["", "test/slow/standby.test.ts"]],
  "street-addresses": [["", "geocoders of others: test/slow/geocoder.test.ts"]],
  streets: [["", "an extract of the planet: test/cli/map.test.ts"]],
  testing: [["for REQUEST in", "a limit of seconds: test/access/limits"]],
  // The README has the same commands.
  "testing-in-ci": [
    ["npm pack ./client", "with npm's registry: test/slow/fresh-clone.test.ts"],
    ["waybill-client-0.1.0.tgz", "with npm's registry: test/slow/fresh-clone.test.ts"],
  ],
  versioning: [
    ["openapi-python-client", "with other people's packages: test/generators/main.ts"],
    ["openapi-generator-cli", "with other people's packages: test/generators/main.ts"],
    ["kiota", "needs .NET, and the guide says that nobody tried it"],
  ],
  webhooks: [
    ["waybill listen", "does not end: test/cli/receive.test.ts"],
    ["waybill trigger", "test/cli/trigger.test.ts"],
  ],
  "webhooks-from-carriers": [["", "of carriers that send some: test/delivery/connections/carrier-webhooks"]],
};

const isElsewhere = (name: string, block: string) =>
  (elsewhere[name] ?? []).some(([text]) => block.includes(text));

test("every command of every guide runs in a test, or says where and why not", () => {
  const missed = guides.flatMap(({ name, text }) => {
    const isRun = (block: string) =>
      isElsewhere(name, block) ||
      sampled.includes(name) ||
      (wholeGuides.includes(name) && commandsIn(text, "bash").includes(block));
    return commandsIn(text).flatMap((block) => (isRun(block) ? [] : [`${name}: ${block}`]));
  });
  expect(missed).toEqual([]);
  // What is named is there.
  const idle = Object.entries(elsewhere).flatMap(([name, entries]) =>
    entries.filter(([text]) => !commandsIn(textOf(name)).some((block) => block.includes(text))),
  );
  expect(idle).toEqual([]);
  const places = Object.values(elsewhere).flatMap((entries) =>
    entries.flatMap(([, place]) => place.match(/test\/[\w./-]+/g) ?? []),
  );
  expect(places.filter((place) => !existsSync(join(import.meta.dir, "../../..", place)))).toEqual([]);
});

test.each(sampled)("%s: no command fails", async (name) => {
  const account = await server.account();
  const objects = await makeObjects(account);
  const blocks = commandsIn(textOf(name)).filter((block) => !isElsewhere(name, block));
  expect(blocks.length).toBeGreaterThan(0);
  // A call that is refused fails, and a stream that goes on is cut where its first lines have come.
  const preamble = `
    curl() { if [[ "$*" == *"-sN "* ]]; then command curl --max-time 2 "$@" || [ $? = 28 ]; else command curl --fail-with-body "$@"; fi; }
    waybill() { ${JSON.stringify(process.execPath)} ${JSON.stringify(program)} "$@"; }
  `;
  const script = blocks
    .join("\n")
    .replaceAll("wb_sandbox_…", account.sandboxKey)
    .replaceAll("shp_…", objects.QUOTED)
    .replaceAll("you@example.com", name === "quick-start" ? "quick@example.com" : account.email)
    .replaceAll("a long enough passphrase", account.password);
  const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", preamble + script], {
    cwd: folder,
    env: { ...process.env, WAYBILL_URL: server.url, WAYBILL_API_KEY: account.sandboxKey, ...objects },
    stdout: "pipe",
    stderr: "pipe",
  });
  const { exitCode, stdout, stderr } = await finish(child);
  expect([exitCode, exitCode === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
});
