import { describe, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { changeAccount } from "../../src/access/accounts/operator/administration.ts";
import { endDevicesOfDriver } from "../../src/access/devices/service.ts";
import { placeOf } from "../../src/delivery/fleet/drivers/places.ts";
import { jobOf } from "../../src/delivery/lifecycle/driver-jobs/reading.ts";
import { systemClock } from "../../src/infra/clock.ts";
import { addDriver, type TestDriver } from "../support/drivers.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import { type Answer, eventually, type TestAccount } from "../support/harness.ts";
import { berlinMap } from "../support/maps.ts";
import { findBarriers, findColorBarriers, photographPhone } from "./appearance.ts";
import { expect, faultsOf, standstill, startDashboard } from "./dashboard.ts";
import {
  connect,
  type Day,
  environment,
  heading,
  linkOf,
  network,
  phone,
  pickedUpAt,
  requiring,
  sign,
  startDay as startDayOf,
  syncNow,
  takePhoto,
  tap,
} from "./phone.ts";

/** The driver's page on a phone, with a made-up place, camera and network. */

const firstLoadBytesMax = 120 * 1024;
const targetPixelsMin = 48;
/** The machine's clock, which a test can move forward. */
let movedMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + movedMs };

const dashboard = await startDashboard({ mapFile: berlinMap() }, { clock });
const { server, openWindow } = dashboard;

const tab = (context: BrowserContext): Promise<Page> => context.newPage();
const linkTo = (account: TestAccount, driver: TestDriver) => linkOf(server, account, driver);
const startDay = (shipments: Record<string, unknown>[], settings = {}) =>
  startDayOf(dashboard, shipments, settings);

const trackingOf = async ({ account }: Day, id: string): Promise<Answer["body"]> =>
  (await account.sandbox.get(`${platform}/tracking/${id}`)).body;

const stepOf = ({ status, substatus }: Answer["body"]): string => substatus ?? status;

/** What a driver sees by camera and label reader, which browsers for tests do not have. */
async function playLabel(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const canvas = document.createElement("canvas");
    // A camera's picture is never still.
    setInterval(() => canvas.getContext("2d")?.fillRect(0, 0, 9, 9), 50);
    Object.assign(navigator.mediaDevices, { getUserMedia: async () => canvas.captureStream(10) });
    Object.assign(globalThis, {
      BarcodeDetector: class {
        detect = async () => [{ rawValue: text }];
      },
    });
  }, text);
}

/** Runs in the page: whether it keeps a position of a later time. */
function hasPositionSince(time: string): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open("waybill-driver");
    opening.onsuccess = () => {
      const reading = opening.result.transaction("queue").objectStore("queue").getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result.some(({ report }) => report?.type === "position" && report.at >= time));
      };
    };
  });
}

describe("a rider takes two jobs through their day", () => {
  test("with the network cut in between: nothing is lost, nothing comes twice, times are those of the taps", async () => {
    const day = await startDay([requiring({ pin: true, signature: true, photo: true, min_age: 18 }), {}]);
    const { page, jobs, account } = day;
    const [first, second] = jobs;
    if (!first || !second) throw new Error("There are no jobs");
    await page.getByRole("switch", { name: "Off duty" }).click();
    await page.getByRole("switch", { name: "On duty" }).waitFor();
    await page.waitForFunction(() => "isAwake" in globalThis);
    await tap(page, "Arrived");
    const { tracking_number: number } = (await account.sandbox.get(`${platform}/shipments/${first.id}`)).body;
    await playLabel(page, `https://example.com/${number}`);
    await tap(page, "Pick up");
    const typed = page.getByLabel("Tracking number, or its last 4 characters");
    await typed.fill(`${number}-2`);
    await page.getByText("There is no parcel 2. This job: 1 parcel.").waitFor();
    await expect(page.getByRole("button", { name: "Picked up" })).toBeDisabled();
    await tap(page, "Scan the label");
    await page.getByText("This is the right parcel.").waitFor();
    await tap(page, "Picked up");
    await page.getByText("Deliver · Next stop").waitFor();
    await expect(network(page)).toHaveText("");

    await page.context().setOffline(true);
    const cutAt = new Date().toISOString();
    await page.context().setGeolocation({ latitude: 52.5201, longitude: 13.4001, accuracy: 8 });
    // The worker has the page.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.getByText("Deliver · Next stop").waitFor();
    await expect(network(page)).toHaveText("No network. Everything you tapped is sent.");
    await tap(page, "Arrived");
    await tap(page, "Hand over");
    await page.getByLabel("PIN", { exact: true }).fill("0000");
    await expect(page.getByLabel("PIN", { exact: true })).toHaveAccessibleDescription(/cannot be checked/);
    await page.getByLabel("I checked: the person is 18 or older.").check();
    await sign(page);
    await takePhoto(page);
    await tap(page, "Delivered");
    await page.getByText("Pick up · Next stop").waitFor();
    await expect(page.getByRole("region", { name: "Done today" })).toContainText("Not confirmed yet");
    await tap(page, "Arrived");
    await tap(page, "Pick up");
    await page.getByLabel("There is no label").check();
    await tap(page, "Picked up");
    await tap(page, "Arrived");
    await tap(page, "Could not deliver");
    await page.getByLabel("Nobody there").check();
    await tap(page, "Send");
    await page.getByText("Bring back · Next stop").waitFor();
    await expect(network(page)).toHaveText("No network. 6 steps wait and will be sent later.");
    await page.waitForFunction(hasPositionSince, cutAt);
    const backAt = new Date().toISOString();
    await page.context().setOffline(false);
    await expect(network(page)).toHaveText("");

    // The PIN was a guess: the driver learns so, and does not need another signature.
    await page.getByText("The PIN was wrong. Ask the recipient again.").waitFor();
    await tap(page, "Try again");
    const { pin: right } = (await account.sandbox.get(`${platform}/shipments/${first.id}/pin`)).body;
    await page.getByLabel("PIN", { exact: true }).fill(right);
    await tap(page, "Delivered");
    await page.getByText("Bring back · Next stop").waitFor();
    await tap(page, "Handed back");
    await heading(page, "No stops").waitFor();
    await expect(network(page)).toHaveText("");

    const tracked = await Promise.all([trackingOf(day, first.id), trackingOf(day, second.id)]);
    expect(tracked.map(({ status }) => status)).toEqual(["delivered", "returned"]);
    const proof = tracked[0].proof_of_delivery;
    expect(proof).toMatchObject({ handed_to: "recipient", pin: { verified: true, attempts: 2 } });
    expect(proof.signature).not.toBeNull();
    expect(proof.photos).toHaveLength(1);
    const steps = tracked.map(({ entries }) => entries.map(stepOf).slice(-5));
    expect(steps).toEqual([
      ["confirmed", "at_pickup", "picked_up", "at_delivery", "delivered"],
      ["at_pickup", "picked_up", "at_delivery", "returning", "returned"],
    ]);
    const ids = day.reports.filter(({ result }) => result !== "refused").map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // A position may be on its way when the network goes, or come again after a reload; a tap comes once.
    const twice = day.reports.filter(({ type, result }) => type !== "position" && result === "duplicate");
    expect(twice).toEqual([]);
    const whileCut = day.reports.filter(({ at }) => at >= cutAt && at < backAt);
    expect(whileCut.filter(({ type }) => type === "position").map(({ result }) => result)).toContain(
      "applied",
    );
    for (const { occurred_at, recorded_at } of tracked[1].entries.slice(-5, -1)) {
      expect(day.reports.map(({ at }) => at)).toContain(occurred_at);
      expect(occurred_at > cutAt && occurred_at < backAt && recorded_at > backAt).toBe(true);
    }
  });
});

test("two tabs share one queue; an ended device is dead at once, and its taps are sent with the next link", async () => {
  const day = await startDay([{}, {}]);
  const { page, account, driver, jobs } = day;
  const other = await tab(page.context());
  await other.goto(`${server.url}/driver`);
  await other.getByText("Pick up · Next stop").waitFor();
  await page.context().setOffline(true);
  await page.bringToFront();
  await tap(page, "Arrived");
  await other.bringToFront();
  await other.getByRole("button", { name: "Pick up", exact: true }).waitFor();
  await other
    .getByRole("region", { name: "More stops" })
    .getByRole("button", { name: /Pick up/ })
    .click();
  await tap(other, "Arrived");
  for (const one of [page, other]) {
    await expect(network(one)).toHaveText("No network. 2 steps wait and will be sent later.");
  }
  await page.context().setOffline(false);
  for (const one of [page, other]) await expect(network(one)).toHaveText("");
  const taps = () => day.reports.filter(({ type }) => type === "progress").map(({ result }) => result);
  await expect.poll(taps).toEqual(["applied", "applied"]);

  // With network the page would hear of it before the tap.
  await page.context().setOffline(true);
  await page.bringToFront();
  await tap(page, "Pick up");
  await page.getByLabel("There is no label").check();
  await tap(page, "Picked up");
  await endDevicesOfDriver(server.deps, driver.driverId);
  await page.context().setOffline(false);
  for (const one of [page, other]) await heading(one, "This phone was disconnected").waitFor();
  await page.getByText("1 step was not sent.").waitFor();
  const kept = await page.evaluate(async () => {
    const opening = indexedDB.open("waybill-driver");
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const all = opening.result.transaction("values").objectStore("values").getAll();
    await new Promise((resolve) => all.addEventListener("success", resolve));
    return all.result;
  });
  expect(kept).toEqual([]);
  expect((await trackingOf(day, jobs[0]?.id ?? "")).substatus).toBe("at_pickup");

  await page.getByLabel("Link").fill(await linkTo(account, driver));
  await tap(page, "Next");
  await tap(page, "Connect");
  await page.getByRole("switch").waitFor();
  await expect(network(page)).toHaveText("");
  await expect.poll(async () => (await trackingOf(day, jobs[0]?.id ?? "")).substatus).toBe("picked_up");
});

/** Leaves no room in the phone's storage, or makes some: browsers for tests take everything. */
const fillStorage = (page: Page, isFull: boolean) =>
  page.evaluate((isFull) => {
    const { prototype } = IDBObjectStore;
    const state = globalThis as unknown as { add?: IDBObjectStore["add"] };
    state.add ??= prototype.add;
    const refuse = () => {
      throw new DOMException("Full", "QuotaExceededError");
    };
    prototype.add = isFull ? refuse : state.add;
  }, isFull);

test("a phone without room keeps the form open with all that was entered, until it is kept", async () => {
  const day = await startDay([requiring({ signature: true, photo: true }), {}]);
  const { page, jobs } = day;
  const sheet = page.getByRole("dialog");
  const isRefused = () => expect(sheet.getByRole("alert")).toContainText("storage is full");
  await tap(page, "Arrived");
  await tap(page, "Pick up");
  await page.getByLabel("There is no label").check();
  await fillStorage(page, true);
  await tap(page, "Picked up");
  await isRefused();
  await fillStorage(page, false);
  await tap(page, "Picked up");
  await tap(page, "Arrived");
  await tap(page, "Hand over");
  await sign(page);
  await takePhoto(page);
  await page.getByLabel("Note (optional)").fill("Behind the gate");
  await fillStorage(page, true);
  await tap(page, "Delivered");
  await isRefused();
  await expect(page.getByLabel("Note (optional)")).toHaveValue("Behind the gate");
  await fillStorage(page, false);
  await tap(page, "Delivered");
  await page.getByText("Pick up · Next stop").waitFor();
  await tap(page, "Cannot pick up");
  await page.getByLabel("Not ready").check();
  await fillStorage(page, true);
  await tap(page, "Send");
  await isRefused();
  await fillStorage(page, false);
  await tap(page, "Send");
  await heading(page, "No stops").waitFor();
  await expect(network(page)).toHaveText("");
  const { status, proof_of_delivery: proof } = await trackingOf(day, jobs[0]?.id ?? "");
  expect([status, proof.note, proof.photos.length, proof.signature === null]).toEqual([
    "delivered",
    "Behind the gate",
    1,
    false,
  ]);
});

test("what a driver had not sent outlasts another driver's day on the phone, and is sent when they connect again", async () => {
  const day = await startDay([requiring({ photo: true })]);
  const { page, account, driver, jobs } = day;
  const { id = "" } = jobs[0] ?? {};
  const other = await addDriver(server, environment, account.accountId, { carrierId: driver.carrierId });
  const connectAs = async (who: TestDriver) => {
    await page.getByLabel("Link").fill(await linkTo(account, who));
    await tap(page, "Next");
    await tap(page, "Connect");
    await page.getByRole("switch").waitFor();
    await expect(network(page)).toHaveText("");
  };
  await tap(page, "Arrived");
  await tap(page, "Pick up");
  await page.getByLabel("There is no label").check();
  await tap(page, "Picked up");
  await tap(page, "Arrived");
  await expect.poll(() => day.reports.length).toBe(3);
  // The phone has read the answers.
  await expect(network(page)).toHaveText("");
  await page.context().setOffline(true);
  await tap(page, "Hand over");
  await takePhoto(page);
  await tap(page, "Delivered");
  await endDevicesOfDriver(server.deps, driver.driverId);
  await page.context().setOffline(false);
  await heading(page, "This phone was disconnected").waitFor();
  await page.getByText("1 step was not sent.").waitFor();

  await connectAs(other);
  await heading(page, "No stops").waitFor();
  await syncNow(page);
  await tap(page, "Sign out");
  await heading(page, "This phone is not connected").waitFor();
  expect((await trackingOf(day, id)).status).toBe("in_transit");

  await connectAs(driver);
  await expect.poll(async () => (await trackingOf(day, id)).status).toBe("delivered");
  expect((await trackingOf(day, id)).proof_of_delivery.photos).toHaveLength(1);
});

test("nothing waits longer than a month for a driver who does not come back", async () => {
  const { page, account, driver } = await startDay([{}]);
  await page.getByText("Pick up · Next stop").waitFor();
  await page.context().setOffline(true);
  await tap(page, "Arrived");
  await endDevicesOfDriver(server.deps, driver.driverId);
  await page.context().setOffline(false);
  await heading(page, "This phone was disconnected").waitFor();
  const other = await addDriver(server, environment, account.accountId, { carrierId: driver.carrierId });
  await connect(page, await linkTo(account, other));
  const waiting = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open("waybill-driver");
      await new Promise((resolve) => opening.addEventListener("success", resolve));
      const counting = opening.result.transaction("queue").objectStore("queue").count();
      await new Promise((resolve) => counting.addEventListener("success", resolve));
      opening.result.close();
      return counting.result;
    });
  const openLater = async (days: number) => {
    await page.clock.setSystemTime(Date.now() + days * 24 * 60 * 60_000);
    await page.reload();
    await page.getByRole("switch").waitFor();
  };
  await openLater(29);
  expect(await waiting()).toBe(1);
  await openLater(31);
  await expect.poll(waiting).toBe(0);
});

test("a driver learns that what they did without network came after the job was somebody else's", async () => {
  const { page, account, driver, jobs } = await startDay([{}, {}]);
  const other = await addDriver(server, environment, account.accountId, { carrierId: driver.carrierId });
  const [first, second] = jobs;
  const pickUp = async () => {
    await tap(page, "Arrived");
    await tap(page, "Pick up");
    await page.getByLabel("There is no label").check();
    await tap(page, "Picked up");
  };
  await page.getByText("Pick up · Next stop").waitFor();
  await page.context().setOffline(true);
  await pickUp();
  const more = page.getByRole("region", { name: "More stops" });
  await more.getByRole("button", { name: /^Pick up/ }).click();
  await pickUp();
  const path = `${platform}/assignments/${first?.assignmentId}/driver`;
  expect((await account.sandbox.post(path, { driver_id: other.driverId })).status).toBe(200);
  await page.context().setOffline(false);
  const notice = page.getByRole("alert");
  await expect(notice).toContainText("the job was no longer yours");
  await expect(notice).toContainText("Book shop");
  await expect(page.getByRole("region", { name: "Done today" }).getByRole("listitem")).toHaveCount(1);
  await tap(page, "OK");
  await expect(notice).toHaveCount(0);
  expect((await account.sandbox.get(`${platform}/tracking/${second?.id}`)).body.substatus).toBe("picked_up");
});

test("a step counts from its tap, though the phone's clock was ahead and is set right before it is sent", async () => {
  const day = await startDay([{}]);
  const { page, jobs, reports } = day;
  const tapAhead = async (name: string) => {
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 20 * 60_000;
      Object.assign(globalThis, { setRight: () => Object.assign(Date, { now }) });
    });
    await tap(page, name);
  };
  const send = async (count: number) => {
    await page.context().setOffline(false);
    await expect(network(page)).toHaveText("");
    await expect.poll(() => reports.map(({ result }) => result)).toEqual(Array(count).fill("applied"));
  };
  await page.getByText("Pick up · Next stop").waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  const from = Date.now();
  await tapAhead("Arrived");
  await expect(network(page)).toHaveText("No network. 1 step waits and will be sent later.");
  const until = Date.now();
  await page.evaluate(() => (globalThis as unknown as { setRight(): void }).setRight());
  await send(1);
  const at = Date.parse(reports[0]?.at ?? "");
  expect([at >= from - 1_000, at <= until + 1_000]).toEqual([true, true]);

  // Of an earlier life of the page nobody knows how much the clock was set.
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Pick up", exact: true }).click();
  await page.getByLabel("There is no label").check();
  await tapAhead("Picked up");
  await expect(network(page)).toHaveText("No network. 1 step waits and will be sent later.");
  await page.reload();
  await send(2);
  expect((await trackingOf(day, jobs[0]?.id ?? "")).substatus).toBe("picked_up");
});

test("a phone whose clock is set back goes on telling its place, at the same pace", async () => {
  const { page, reports } = await startDay([]);
  await page.evaluate(() => {
    const coords = { latitude: 52.52, longitude: 13.4, accuracy: 8, heading: null, speed: null };
    navigator.geolocation.watchPosition = (tell) => {
      const locate = (ms: number) => tell({ coords, timestamp: Date.now() + ms } as GeolocationPosition);
      Object.assign(globalThis, { locate });
      return 1;
    };
  });
  await page.getByRole("switch", { name: "Off duty" }).click();
  await page.waitForFunction(() => "locate" in globalThis);
  const locate = (clockMs: number, laterMs: number) =>
    page.evaluate(
      ([clockMs = 0, laterMs = 0]) => {
        const now = performance.now.bind(performance);
        performance.now = () => now() + laterMs;
        (globalThis as unknown as { locate(ms: number): void }).locate(clockMs);
      },
      [clockMs, laterMs],
    );
  const hourMs = 60 * 60_000;
  await locate(0, 0);
  await locate(-hourMs, 0);
  await locate(10_000 - hourMs, 10_000);
  await syncNow(page);
  const told = () => reports.filter(({ type }) => type === "position").length;
  await expect.poll(told).toBe(2);
});

test("the time left to answer an offer is the server's, though the phone's clock is ahead", async () => {
  const { page, account, driver } = await startDay([], { dispatch: "nearest" });
  await page.getByRole("switch").click();
  const { db } = server.deps.stores.platform(environment);
  await eventually("the phone's place", async () => {
    await syncNow(page);
    return placeOf(db, driver.driverId);
  });
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 20 * 60_000;
  });
  const { assignmentId } = await acceptFleet(account.sandbox, driver.carrierId);
  await eventually("an offer", async () => jobOf(db, assignmentId)?.status === "offered" || undefined);
  await syncNow(page);
  await expect(page.getByRole("region", { name: "New job" })).toContainText(/[1-9]\d* s left to answer/);
});

/** How much comes over the wire until the page stands, its worker included. */
async function firstLoadOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(`${server.url}/driver`);
  await heading(page, "This phone is not connected").waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  return bytes;
}

/** Buttons, links and fields that a thumb could miss. */
const smallTargets = (page: Page) =>
  page.evaluate((min) => {
    const all = document.querySelectorAll<HTMLElement>("button, a, summary, input, label:has(input)");
    return [...all]
      .map((element) => element.closest("label") ?? element)
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < min)
      .map((element) => element.outerHTML);
  }, targetPixelsMin);

describe("the page on a phone", () => {
  test("is small, loads no map, and comes from here only", async () => {
    const page = await openWindow(phone);
    const bytes = await firstLoadOf(page);
    expect(bytes).toBeGreaterThan(20 * 1024);
    expect(bytes).toBeLessThan(firstLoadBytesMax);
    expect(page.witness.requests.join(" ")).not.toMatch(/leaflet|world|route-map/i);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("can be read, reached and heard in both schemes, and says when the phone was silent", async () => {
    const needs = requiring({ signature: true, photo: true, pin: true, min_age: 18 });
    // The offer lasts while it is looked at.
    const settings = { dispatch: "nearest", answer_seconds: 3_600 };
    const { page, account, driver } = await startDay([], settings);
    await page.getByRole("switch").click();
    const look = async (name: string) => {
      await standstill(page);
      expect(await findBarriers(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(sideways).toBe(0);
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      expect(await findColorBarriers(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await photographPhone(page, name);
    };
    const { db } = server.deps.stores.platform(environment);
    await eventually("the phone's place", async () => {
      await syncNow(page);
      return placeOf(db, driver.driverId);
    });
    const { assignmentId } = await acceptFleet(account.sandbox, driver.carrierId, needs);
    await eventually("an offer", async () => jobOf(db, assignmentId)?.status === "offered" || undefined);
    await syncNow(page);
    const offer = page.getByRole("region", { name: "New job" });
    await expect(offer).toContainText("10119 Berlin");
    await expect(page.getByText("Torstr.")).toHaveCount(0);
    await look("driver-offer");
    await tap(page, "Accept");
    await page.getByText("Pick up · Next stop").waitFor();
    await look("driver-day");
    await tap(page, "Arrived");
    await tap(page, "Pick up");
    await look("driver-pickup");
    await page.getByLabel("There is no label").check();
    await tap(page, "Picked up");
    await tap(page, "Arrived");
    await tap(page, "Hand over");
    await look("driver-delivery");
    await tap(page, "Cancel");
    await expect(page.getByRole("button", { name: "Hand over" })).toBeFocused();
    await tap(page, "Could not deliver");
    await look("driver-failure");
    await tap(page, "Cancel");
    await page.getByText("Show map").click();
    await page.locator(".map-driver").waitFor();

    // A locked screen: browsers then hide the page and tell no position.
    await page.evaluate(() => {
      const minutes = 12;
      const { now } = Date;
      const hide = (isHidden: boolean) => {
        Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      };
      hide(true);
      Date.now = () => now() + minutes * 60_000;
      hide(false);
      Date.now = now;
    });
    await page.getByText("No position was sent for 12 min").waitFor();
    await tap(page, "Traccar Client");
    await expect(page.getByLabel("Server address")).toHaveValue(`${server.url}/api/v1/driver/osmand`);
  });
});

test("the phone's language leads to the driver's, right to left, and without network too", async () => {
  const account = await server.account();
  const carrierId = await addOpenFleet(server, account.accountId);
  const driver = await addDriver(server, environment, account.accountId, {
    carrierId,
    language: "ar",
    onDuty: true,
  });
  for (const [index, needs] of [{ signature: true, photo: true, pin: true, min_age: 18 }, {}].entries()) {
    const change = pickedUpAt(index + 1, requiring(needs));
    const { assignmentId } = await acceptFleet(account.sandbox, carrierId, change);
    const path = `${platform}/assignments/${assignmentId}/driver`;
    expect((await account.sandbox.post(path, { driver_id: driver.driverId })).status).toBe(200);
  }
  const page = await openWindow({ ...phone, locale: "uk-UA" });
  await page.goto(await linkTo(account, driver));
  await expect(heading(page, "Під’єднати цей телефон")).toBeVisible();
  await tap(page, "Під’єднати");
  await page.getByText("استلام · المحطة التالية").waitFor();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await tap(page, "وصلت");
  await expect(network(page)).toHaveText("لا توجد شبكة. في الانتظار: خطوة واحدة. سيتم الإرسال لاحقًا.");
  expect(await findBarriers(page)).toEqual([]);
  const look = async (name: string) => {
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways).toBe(0);
    await photographPhone(page, name);
  };
  await look("driver-arabic");
  await tap(page, "استلام");
  await page.getByLabel("لا يوجد ملصق").check();
  await tap(page, "تم الاستلام");
  await page.getByText("توصيل · المحطة التالية").waitFor();
  await tap(page, "وصلت");
  await tap(page, "تسليم");
  await look("driver-arabic-delivery");

  // What the server refuses is said in the driver's words.
  await changeAccount(server.deps, account.accountId, { suspended: true });
  await page.context().setOffline(false);
  await expect(network(page)).toContainText("حساب شركتك موقوف. اسأل المنسّق.");
  await page.goto(`${server.url}/d#${"0".repeat(43)}`);
  await page.reload();
  await tap(page, "Під’єднати");
  await expect(page.getByRole("alert")).toHaveText("Це посилання вже не діє. Попросіть у диспетчера нове.");
});

/** As browsers are whose person blocked site data: each way to keep something throws. */
const refuseToKeep = (page: Page) =>
  page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: refuse });
    Object.defineProperty(window, "indexedDB", { get: refuse });
    Object.defineProperty(window, "caches", { get: refuse });
    Object.assign(window, { BroadcastChannel: refuse });
    navigator.serviceWorker.register = () => Promise.reject(new DOMException("denied", "SecurityError"));
  });

test("a browser that keeps nothing says so in the phone's language, and uses up no link", async () => {
  const account = await server.account();
  const carrierId = await addOpenFleet(server, account.accountId);
  const driver = await addDriver(server, environment, account.accountId, { carrierId });
  const link = await linkTo(account, driver);
  const page = await openWindow({ ...phone, locale: "de-DE" });
  await refuseToKeep(page);
  await page.goto(link);
  await tap(page, "Verbinden");
  await expect(page.getByRole("alert")).toHaveText(
    "Dieser Browser merkt sich nichts. Die Seite braucht Speicher. Verlasse das private Fenster oder nimm einen anderen Browser.",
  );
  for (const path of ["/driver", "/driver?practice=de"]) {
    await page.goto(server.url + path);
    await heading(page, "Dieser Browser merkt sich nichts").waitFor();
    await expect(
      page.getByText("Verlasse das private Fenster oder nimm einen anderen Browser."),
    ).toBeVisible();
    await syncNow(page);
  }
  expect(await findBarriers(page)).toEqual([]);
  expect(faultsOf(page.witness, server)).toEqual([]);
  // Another browser connects by the same link.
  await connect(await openWindow(phone), link);
});

test("a phone whose storage is full says so, and uses up no link: with room it connects", async () => {
  const account = await server.account();
  const carrierId = await addOpenFleet(server, account.accountId);
  const driver = await addDriver(server, environment, account.accountId, { carrierId });
  const page = await openWindow(phone);
  const browser = await page.context().newCDPSession(page);
  const { origin } = new URL(server.url);
  await page.goto(await linkTo(account, driver));
  await browser.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1_000 });
  await tap(page, "Connect");
  await expect(page.getByRole("alert")).toContainText("The phone’s storage is full");
  await browser.send("Storage.overrideQuotaForOrigin", { origin });
  await tap(page, "Connect");
  await page.getByRole("switch", { name: "Off duty" }).waitFor();
  expect(faultsOf(page.witness, server)).toEqual([]);
});

/** The server behind a proxy that a new version can be put into: `next` makes one. */
function startVersions() {
  let version = "";
  const proxy = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const response = await fetch(server.url + pathname, { headers: { "accept-encoding": "identity" } });
      if (pathname !== "/driver/worker.js") return response;
      const code = (await response.text()).replace(/"version":"/, `$&${version}`);
      return new Response(code, { headers: response.headers });
    },
  });
  return {
    url: `http://127.0.0.1:${proxy.port}/driver`,
    next: () => {
      version = "next";
    },
    [Symbol.dispose]: () => void proxy.stop(true),
  };
}

test("by keyboard alone: in the order of the page, with what waits told by one live region, and the focus on what comes", async () => {
  const { page, account, jobs } = await startDay([{}]);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByText("Pick up · Next stop").waitFor();
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      if (element === null || element === document.body) return "";
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
      return label ?? element.getAttribute("aria-label") ?? element.textContent;
    });
  const press = async (name: string, key = "Enter") => {
    await page.getByText(name, { exact: true }).filter({ visible: true }).first().waitFor();
    for (let tabs = 0; (await focused()) !== name; tabs += 1) {
      if (tabs > 30) throw new Error(`${name} cannot be reached`);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press(key);
  };
  await expect(page.locator("#stop-title")).toBeFocused();
  const order: (string | null | undefined)[] = [];
  for (let tabs = 0; tabs < 8; tabs += 1) {
    await page.keyboard.press("Tab");
    order.push(await focused());
  }
  // The first stop has the focus when it comes, and the header is before it.
  expect(order).toEqual([
    "Call Book shop",
    "Message Book shop",
    "Show map",
    "Cannot pick up",
    "Navigate",
    "Arrived",
    expect.stringMatching(/^Deliver/),
    "Send positions while the screen is locked",
  ]);
  // One element from the start: screen readers tell what changes in it.
  await network(page).evaluate((element) => element.setAttribute("data-first", ""));
  await page.context().setOffline(true);
  await press("Arrived");
  const live = page.locator(".network[data-first][role=status]");
  await expect(live).toHaveText("No network. 1 step waits and will be sent later.");
  await press("Pick up");
  await press("There is no label", "Space");
  await press("Picked up");
  await expect(page.getByText("Deliver · Next stop")).toBeVisible();
  await expect(page.locator("#stop-title")).toBeFocused();
  await press("Arrived");
  await press("Could not deliver");
  await press("Nobody there", "Space");
  await press("Send");
  await expect(live).toHaveText("No network. 4 steps wait and will be sent later.");
  await page.context().setOffline(false);
  await expect(live).toHaveText("");
  const { body } = await account.sandbox.get(`${platform}/shipments/${jobs[0]?.id}`);
  expect(body.status).toBe("returning");
});

test("a form takes the focus with the tap that opens it, before a key can go elsewhere", async () => {
  const { page } = await startDay([{}]);
  const isInside = await page
    .getByRole("button", { name: "Cannot pick up" })
    .evaluate(async (button: HTMLElement) => {
      button.click();
      // Turns of promises only: the page is not drawn meanwhile, and no key arrives.
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
      return document.activeElement?.closest("dialog") !== null;
    });
  expect(isInside).toBe(true);
});

test("a better order of the stops is suggested, and taken with one tap", async () => {
  const { account, driver, page } = await startDay([shipmentBody(), shipmentBody()]);
  const kindsOf = async () => {
    const { body } = await account.sandbox.get(`${platform}/drivers/${driver.driverId}/stops`);
    return body.data.map(({ kind }: Answer["body"]) => kind);
  };
  expect(await kindsOf()).toEqual(["pickup", "delivery", "pickup", "delivery"]);
  const card = page.getByRole("region", { name: "Better order" });
  await eventually("the suggestion", async () => {
    await syncNow(page);
    return (await card.isVisible()) || undefined;
  });
  await expect(card).toContainText(/Saves \d+ min/);
  await photographPhone(page, "driver-better-order");
  await tap(page, "Take this order");
  await expect(card).toBeHidden();
  expect(await kindsOf()).toEqual(["pickup", "pickup", "delivery", "delivery"]);
  await expect(page.locator(".stops .kind")).toHaveText(["Pick up", "Deliver", "Deliver"]);
});

test("a new order of the stops takes nothing away that the driver is entering", async () => {
  const { account, driver, page } = await startDay([shipmentBody(), shipmentBody()]);
  const path = `${platform}/drivers/${driver.driverId}/stops`;
  const stops: string[] = (await account.sandbox.get(path)).body.data.map(({ id }: Answer["body"]) => id);
  const [first = "", ofFirst = "", second = "", ofSecond = ""] = stops;
  await tap(page, "Cannot pick up");
  const sheet = page.getByRole("dialog");
  await sheet.waitFor();
  const shown = await page.locator("#stop-title").textContent();
  const order = { stops: [second, ofSecond, first, ofFirst] };
  expect((await account.sandbox.put(`${path}/order`, order)).status).toBe(200);
  await eventually("the new order", async () => {
    await syncNow(page);
    return (await page.locator(".stops li").count()) > 0 && (await page.getByText("Next stop").count()) === 0;
  });
  await expect(sheet).toBeVisible();
  await expect(page.locator("#stop-title")).toHaveText(shown ?? "");
});

test("a new version comes by itself, but not while somebody types", async () => {
  using versions = startVersions();
  const page = await openWindow(phone);
  const caches = () => page.evaluate(() => globalThis.caches.keys());
  await page.goto(versions.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await heading(page, "This phone is not connected").waitFor();
  await page.evaluate(() => {
    Object.assign(globalThis, { isOld: true });
    const dialog = document.createElement("dialog");
    document.body.append(dialog);
    dialog.showModal();
  });
  versions.next();
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.updateRegistration", { scopeURL: versions.url });
  const isNext = [expect.stringContaining("waybill-driver-next")];
  await expect.poll(caches, { intervals: [50] }).toEqual(isNext);
  expect(await page.evaluate(() => "isOld" in globalThis)).toBe(true);
  await page.evaluate(() => document.querySelector("dialog")?.close());
  await page.waitForFunction(() => !("isOld" in globalThis));
  await heading(page, "This phone is not connected").waitFor();
});

test("on duty counts from the tap, also without network; off duty the phone tells no place and may sleep", async () => {
  const { page, driver, reports } = await startDay([{}]);
  await page.evaluate(() => {
    // Browsers for tests have no screen to keep on.
    const release = async () => void Object.assign(globalThis, { isAwake: false });
    Object.assign(navigator.wakeLock, { request: async () => ({ release }) });
    const { clearWatch } = navigator.geolocation;
    navigator.geolocation.clearWatch = (id) => {
      Object.assign(globalThis, { isWatching: false });
      clearWatch.call(navigator.geolocation, id);
    };
  });
  await page.context().setOffline(true);
  await page.getByRole("switch", { name: "Off duty" }).click();
  await page.getByRole("switch", { name: "On duty" }).waitFor();
  await expect(network(page)).toHaveText("No network. 1 step waits and will be sent later.");
  const { db } = server.deps.stores.platform(environment);
  const kept = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open("waybill-driver");
      await new Promise((resolve) => opening.addEventListener("success", resolve));
      const all = opening.result.transaction("queue").objectStore("queue").getAll();
      await new Promise((resolve) => all.addEventListener("success", resolve));
      return all.result.filter(({ kind }: { kind: string }) => kind === "report").length as number;
    });
  await expect.poll(kept).toBeGreaterThan(0);

  // Twenty minutes later, for the phone as for Waybill.
  movedMs += 20 * 60_000;
  await page.evaluate((ms) => {
    const { now } = Date;
    Date.now = () => now() + ms;
  }, movedMs);
  await page.context().setOffline(false);
  await expect(network(page)).toHaveText("");
  await eventually("the position", async () => reports.find(({ type }) => type === "position"));
  expect(reports.filter(({ result }) => result === "refused")).toEqual([]);
  expect(placeOf(db, driver.driverId)?.latitude).toBe(phone.geolocation.latitude);

  await page.getByRole("switch", { name: "On duty" }).click();
  await page.waitForFunction(() => {
    const { isAwake, isWatching } = globalThis as unknown as Record<string, boolean>;
    return isAwake === false && isWatching === false;
  });
});
