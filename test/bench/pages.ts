/**
 * `bun test/bench/pages.ts [name…]`: what the pages of the dashboard weigh and how long their headings take, cold, at
 * 1440 px. Bytes and requests are those until nothing is on its way; the heading's time is measured again at 3G with a
 * processor four times slower: when there is one, which may be that of the HTML, and when the script has drawn the page's
 * own. It prints figures and judges nothing: times depend on what else the machine does.
 */
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { loadAssets } from "../../src/web/serving/assets.ts";
import { launchBrowser } from "../browser/browser.ts";
import { addDriver } from "../support/drivers.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { addOpenFleet } from "../support/fleets.ts";
import { startServer, type TestServer } from "../support/harness.ts";

const names = process.argv.slice(2);
const shipments = 60;
const quietMs = 800;
const slowdown = 4;
const rounds = 3;
/** 1.6 Mbit/s. */
const bytesPerSecond = 200_000;
const latencyMs = 300;
const ownHeading = "h1:not([aria-hidden], [aria-hidden] *)";

interface Case {
  name: string;
  path: string;
  isPublic?: true;
}

/** In milliseconds. */
interface Shown {
  headingMs: number;
  pageMs: number;
}

interface Weight {
  kilobytes: number;
  requests: number;
  /** Of them, calls of the API. */
  calls: number;
}

async function fill(server: TestServer): Promise<{ cookie: string; cases: Case[] }> {
  const account = await server.account();
  const fleet = await addOpenFleet(server, account.accountId);
  const driver = await addDriver(server, "sandbox", account.accountId, {
    carrierId: fleet,
    name: "Kim Berger",
    onDuty: true,
  });
  const ids: string[] = [];
  for (let number = 1; number <= shipments; number += 1) {
    ids.push((await createShipment(account.sandbox, { reference: `ORD-${number}`, carriers: [fleet] })).id);
  }
  const hook = { url: "http://127.0.0.1:9/hook", events: ["*"] };
  const { body } = await account.sandbox.post(`${platform}/webhooks`, hook);
  const signedIn = [
    ["overview", ""],
    ["shipments", "/shipments"],
    ["shipment", `/shipments/${ids[0]}`],
    ["new-shipment", "/shipments/new"],
    ["order-forms", "/order-forms"],
    ["schedules", "/schedules"],
    ["imports", "/imports"],
    ["dispatch", "/dispatch"],
    ["carriers", "/carriers"],
    ["rate-card", `/carriers/${fleet}/rate-card`],
    ["drivers", "/drivers"],
    ["driver", `/drivers/${driver.id}`],
    ["contacts", "/contacts"],
    ["webhooks", "/webhooks"],
    ["webhook", `/webhooks/${body.id}`],
    ["events", "/events"],
    ["requests", "/requests"],
    ["keys", "/keys"],
    ["charges", "/charges"],
    ["usage", "/usage"],
    ["account", "/settings/account"],
    ["people", "/settings/people"],
    ["your-sign-in", "/settings/sign-in"],
    ["audit", "/settings/audit"],
  ] as const;
  const open = ["sign-in", "sign-up", "forgot-password", "reset-password#token", "verify-email#token"];
  const cases: Case[] = [
    ...open.map(
      (path): Case => ({ name: path.replace(/#.*/, ""), path: `/dashboard/${path}`, isPublic: true }),
    ),
    { name: "set-up", path: "/setup#token", isPublic: true },
    ...signedIn.map(([name, path]) => ({ name, path: `/dashboard/sandbox${path}` })),
  ];
  return { cookie: account.cookie, cases };
}

/** A window of a browser that has never been here. */
async function openCold(browser: Browser, url: string, cookie: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
  const [name = "", value = ""] = cookie?.split("=") ?? [];
  if (name !== "") await context.addCookies([{ name, value, url }]);
  return context;
}

/** Until nothing was asked for, and nothing came, for a while. A stream stays open, and only counts as a request. */
async function weigh(page: Page, devtools: CDPSession, url: string): Promise<Weight> {
  const weight = { kilobytes: 0, requests: 0, calls: 0 };
  let lastAt = performance.now();
  devtools.on("Network.requestWillBeSent", ({ request }) => {
    lastAt = performance.now();
    if (request.url.startsWith("data:") || request.url.startsWith("blob:")) return;
    weight.requests += 1;
    if (request.url.includes("/api/v1/")) weight.calls += 1;
  });
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    lastAt = performance.now();
    weight.kilobytes += encodedDataLength / 1000;
  });
  await page.goto(url);
  await page.locator(ownHeading).first().waitFor();
  while (performance.now() - lastAt < quietMs) await Bun.sleep(quietMs / 8);
  return weight;
}

async function measureHeading(page: Page, devtools: CDPSession, url: string): Promise<Shown> {
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript((own) => {
    const shown: Partial<Shown> = {};
    Object.assign(globalThis, { shown });
    const note = (name: keyof Shown) => {
      shown[name] = Number.NaN;
      requestAnimationFrame(() => {
        shown[name] = performance.now();
      });
    };
    new MutationObserver((_, observer) => {
      if (shown.headingMs === undefined && document.querySelector("h1") !== null) note("headingMs");
      if (document.querySelector(own) === null) return;
      observer.disconnect();
      note("pageMs");
    }).observe(document, { childList: true, subtree: true });
  }, ownHeading);
  await page.goto(url, { waitUntil: "commit" });
  const shown = await page.waitForFunction(() => {
    const { shown } = globalThis as { shown?: Partial<Shown> };
    return shown?.headingMs && shown.pageMs ? shown : undefined;
  });
  return (await shown.jsonValue()) as Shown;
}

const server = await startServer({ config: { validateAnswers: "none", defaultTier: "scale" } });
const browser = await launchBrowser();
try {
  await loadAssets();
  const { cookie, cases } = await fill(server);
  console.log(
    "| Page | kB | Requests | of the API | Heading s, 3G and processor × 4 | Page s |\n|---|---|---|---|---|---|",
  );
  for (const { name, path, isPublic } of cases) {
    if (names.length > 0 && !names.includes(name)) continue;
    const inPage = async <T>(use: (page: Page, devtools: CDPSession) => Promise<T>): Promise<T> => {
      const context = await openCold(browser, server.url, isPublic ? undefined : cookie);
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send("Network.enable");
      const result = await use(page, devtools);
      await context.close();
      return result;
    };
    const url = `${server.url}${path}`;
    const { kilobytes, requests, calls } = await inPage((page, devtools) => weigh(page, devtools, url));
    const times: Shown[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(await inPage((page, devtools) => measureHeading(page, devtools, url)));
    }
    const [heading, own] = (["headingMs", "pageMs"] as const).map((of) => {
      const sorted = times.map((each) => each[of]).toSorted((one, other) => one - other);
      return ((sorted[Math.floor(rounds / 2)] ?? 0) / 1000).toFixed(1);
    });
    console.log(`| ${name} | ${Math.round(kilobytes)} | ${requests} | ${calls} | ${heading} | ${own} |`);
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exit(0);
