/**
 * `bun test/bench/board.ts [jobs] [riders] [updates] [rounds]`: what an update costs the page that dispatches, on a processor four times
 * slower, and how long an assignment takes to the rider's screen and a rider's tap to the board. It prints figures and
 * judges nothing: both ends run on this machine, beside whatever else does.
 */
import type { BrowserContext, Page } from "playwright-core";
import { savePlace } from "../../src/delivery/fleet/drivers/places.ts";
import { write } from "../../src/infra/deps.ts";
import { loadAssets } from "../../src/web/serving/assets.ts";
import { launchBrowser } from "../browser/browser.ts";
import { linkOf, phone } from "../browser/phone.ts";
import { addDriver, driverToken, type TestDriver } from "../support/drivers.ts";
import { berlinMitte, createShipment, platform } from "../support/fixtures.ts";
import { addOpenFleet } from "../support/fleets.ts";
import {
  type Answer,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../support/harness.ts";

const [jobs = 300, riders = 12, updates = 10, rounds = 10] = process.argv.slice(2).map(Number);
const slowdown = 4;
const updateEveryMs = 5_000;

interface World {
  server: TestServer;
  account: TestAccount;
  drivers: TestDriver[];
  /** Jobs that nobody has. */
  free: { id: string; assignmentId: string; reference: string }[];
}

async function fill(server: TestServer): Promise<World> {
  const account = await server.account();
  const fleet = await addOpenFleet(server, account.accountId);
  const made = Array.from({ length: riders }, (_, index) =>
    addDriver(server, "sandbox", account.accountId, {
      carrierId: fleet,
      name: `Rider ${index + 1}`,
      onDuty: true,
      capacityAssignments: jobs,
    }),
  );
  const drivers = await Promise.all(made);
  const booked: World["free"] = [];
  for (let number = 1; number <= jobs; number += 1) {
    const reference = `ORD-${String(number).padStart(4, "0")}`;
    const { id } = await createShipment(account.sandbox, { reference, carriers: [fleet] });
    const quote = await eventually("the offer", async () => {
      const { body } = await account.sandbox.get(`${platform}/shipments/${id}/quotes`);
      return body.data[0] as Answer["body"];
    });
    const accepted = { quote_id: quote.id };
    const { body } = await account.sandbox.post(`${platform}/shipments/${id}/assignments`, accepted);
    booked.push({ id, assignmentId: body.id, reference });
  }
  const free = booked.splice(0, rounds + Math.round(jobs / 10));
  for (const [index, driver] of drivers.entries()) {
    const theirs = booked.filter((_, each) => each % riders === index);
    const assignment_ids = theirs.map(({ assignmentId }) => assignmentId).slice(0, 100);
    if (assignment_ids.length === 0) continue;
    const to = { driver_id: driver.id, assignment_ids };
    const { status, text } = await account.sandbox.post(`${platform}/assignments/driver/batch`, to);
    if (status !== 200) throw new Error(text);
  }
  return { server, account, drivers, free };
}

let moves = 0;
/** Every rider is somewhere else. */
async function moveAll({ server, drivers }: World): Promise<void> {
  moves += 1;
  await write(server.deps, "sandbox", (writing) => {
    for (const [index, { id }] of drivers.entries()) {
      const [north, east] = [Math.sin(moves + index), Math.cos(moves + index)].map((each) => each / 100);
      savePlace(writing, id, {
        latitude: berlinMitte.latitude + (north ?? 0),
        longitude: berlinMitte.longitude + (east ?? 0),
        accuracyMeters: 5,
        headingDegrees: null,
        speedMps: null,
        recordedAt: writing.now,
        receivedAt: writing.now,
      });
    }
  });
}

async function openBoard(context: BrowserContext, { server, account }: World): Promise<Page> {
  const [name = "", value = ""] = account.cookie.split("=");
  await context.addCookies([{ name, value, url: server.url }]);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const tasks: { at: number; ms: number }[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push({ at: startTime, ms: duration });
    }).observe({ type: "longtask" });
  });
  await page.goto(`${server.url}/dashboard/sandbox/dispatch`);
  await page.getByRole("region", { name: "Shipments" }).getByRole("row").nth(2).waitFor();
  return page;
}

type Tasks = { tasks: { at: number; ms: number }[] };

interface Costs {
  /** By a clock on the wall, with all that others did meanwhile. */
  longest: number[];
  /** By the processor: what the page itself took. */
  whole: number[];
}

/** The longest task and all of the work of each update, in ms, on a processor so many times slower. */
async function measureUpdates(
  page: Page,
  world: World,
  rate: number,
  change: () => Promise<unknown>,
): Promise<Costs> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
  const busy = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
  };
  const longest: number[] = [];
  const whole: number[] = [];
  for (let number = 0; number < updates; number += 1) {
    await page.evaluate(() => (globalThis as unknown as Tasks).tasks.splice(0));
    const before = await busy();
    await moveAll(world);
    await change();
    await Bun.sleep(updateEveryMs);
    whole.push((await busy()) - before);
    const tasks = await page.evaluate(() => (globalThis as unknown as Tasks).tasks.map(({ ms }) => ms));
    // What takes less than 50 ms is no long task.
    longest.push(Math.max(0, ...tasks));
  }
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await devtools.detach();
  return { longest, whole };
}

/** From the click on a driver's name to the job on that driver's phone. */
async function measureAssigning(board: Page, rider: Page, world: World, name: string): Promise<number[]> {
  const shipments = board.getByRole("region", { name: "Shipments" });
  const taken: number[] = [];
  for (const { reference } of world.free.slice(0, rounds)) {
    await board.getByRole("textbox", { name: "Search" }).fill(reference);
    await shipments.getByRole("heading", { name: "Shipments (1" }).waitFor();
    await shipments.getByRole("button", { name: reference, exact: true }).click();
    await board.getByRole("button", { name: "Assign to…" }).click();
    const item = board.getByRole("menuitem", { name });
    await item.waitFor();
    const shown = rider.waitForFunction((text) => document.body.textContent.includes(text), reference, {
      polling: 20,
    });
    const at = performance.now();
    await item.click();
    await shown;
    taken.push(performance.now() - at);
  }
  await board.getByRole("button", { name: "Clear", exact: true }).click();
  return taken;
}

/** From a rider's tap to the word on the board. */
async function measureTaps(
  board: Page,
  world: World,
  driver: TestDriver,
  ids: World["free"],
): Promise<number[]> {
  const token = await driverToken(world.server, driver, world.account.accountId);
  const phoneCalls = world.server.client({ authorization: `Bearer ${token}` });
  const taken: number[] = [];
  for (const { assignmentId, reference } of ids) {
    await board.getByRole("textbox", { name: "Search" }).fill(reference);
    const row = board.getByRole("region", { name: "Shipments" }).getByRole("row").nth(1);
    await row.getByText(reference, { exact: true }).waitFor();
    const shown = board.waitForFunction(
      (text) => {
        const rows = [...document.querySelectorAll("tr[data-row]")];
        return rows.some(
          (each) => each.textContent?.includes(text) && each.textContent.includes("In transit"),
        );
      },
      reference,
      { polling: 20 },
    );
    const at = performance.now();
    const report = {
      id: crypto.randomUUID(),
      at: new Date(world.server.deps.clock.now()).toISOString(),
      type: "progress",
      assignment_id: assignmentId,
      substatus: "picked_up",
    };
    const sent = { sent_at: report.at, reports: [report] };
    const { status, text } = await phoneCalls.post("/api/v1/driver/reports", sent);
    if (status !== 200) throw new Error(text);
    await shown;
    taken.push(performance.now() - at);
  }
  return taken;
}

function print(name: string, values: readonly number[]): void {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (part: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  console.log(`${name.padEnd(44)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms (${sorted.length})`);
}

const server = await startServer({ config: { validateAnswers: "none" } });
const browser = await launchBrowser();
try {
  await loadAssets();
  const world = await fill(server);
  const [first, second] = world.drivers;
  if (!first || !second) throw new Error("two riders at least");
  await moveAll(world);
  console.log(`${jobs} open jobs, ${riders} riders, processor ${slowdown} times slower`);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
  let bytes = 0;
  context.on("response", async (response) => {
    const sizes = await response
      .request()
      .sizes()
      .catch(() => undefined);
    bytes += (sizes?.responseBodySize ?? 0) + (sizes?.responseHeadersSize ?? 0);
  });
  const board = await openBoard(context, world);
  await Bun.sleep(updateEveryMs);
  console.log(`first load: ${Math.round(bytes / 1000)} kB`);
  const [moving] = world.free.slice(-1);
  const changeOne = () => {
    moves += 1;
    const metadata = { moved: String(moves) };
    return world.account.sandbox.patch(`${platform}/shipments/${moving?.id}`, { metadata });
  };
  for (const [name, change] of [
    ["positions", async () => {}],
    ["positions and a shipment", changeOne],
  ] as const) {
    const slow = await measureUpdates(board, world, slowdown, change);
    print(`${name}: longest task, slowed`, slow.longest);
    const plain = await measureUpdates(board, world, 1, change);
    print(
      `${name}: processor time × ${slowdown}`,
      plain.whole.map((ms) => ms * slowdown),
    );
  }

  const phoneContext = await browser.newContext(phone);
  const rider = await phoneContext.newPage();
  await rider.goto(await linkOf(server, world.account, second));
  await rider.getByRole("button", { name: "Connect", exact: true }).click();
  await rider.getByRole("switch", { name: "On duty" }).waitFor();
  print("assign → the rider's screen", await measureAssigning(board, rider, world, second.name));
  print("a rider's tap → the board", await measureTaps(board, world, second, world.free.slice(0, rounds)));
} finally {
  await browser.close();
  await server.stop();
}
process.exit(0);
