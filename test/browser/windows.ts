import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/** Windows of a browser, most of which are used by one test after the other. */

/** Of every action and expectation. Long, since the machine may be busy with something else. */
export const actionTimeoutMs = 30_000;

export const wide = { width: 1280, height: 860 };

/** What a watched page listens to in its context. */
const watchedEvents = ["request", "response", "console", "weberror"] as const;

export interface Windows {
  /** Without options it may find the files of the origin in the browser's cache, as earlier tests left them. */
  open(options?: BrowserContextOptions): Promise<BrowserContext>;
  countOpen(): number;
  /** Closes those that were opened after the first `kept` ones. */
  close(kept: number): Promise<void>;
  /** Closes all, and forgets what is cached. */
  end(): Promise<void>;
}

/** A context that stays, and in it a page that keeps the process of its pages. */
interface Profile {
  context: BrowserContext;
  keeper: Page;
}

/** All that a page can leave behind, but for what the browser has cached and compiled. */
const storageTypes = "cookies,local_storage,indexeddb,service_workers,cache_storage";

/**
 * Windows for the pages of one origin. One without options is a profile that is used again, emptied of all but the
 * cache: a new one costs a process, and compiles the dashboard again.
 */
export function createWindows(browser: Browser, origin: string): Windows {
  const free: Profile[] = [];
  const opened: (() => Promise<void>)[] = [];

  async function openProfile(): Promise<BrowserContext> {
    const profile = free.pop() ?? (await createProfile(browser, origin));
    opened.push(async () => {
      await empty(profile, origin);
      free.push(profile);
    });
    return profile.context;
  }
  async function openAnew(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await createContext(browser, options);
    opened.push(() => context.close());
    return context;
  }
  async function close(kept: number): Promise<void> {
    await Promise.all(opened.splice(kept).map((closeOne) => closeOne()));
  }
  return {
    open: (options) => (options === undefined ? openProfile() : openAnew(options)),
    countOpen: () => opened.length,
    close,
    async end() {
      await close(0);
      await Promise.all(free.splice(0).map(({ context }) => context.close()));
    },
  };
}

/** Forms begin with the reader's country, and times are those of the reader: wherever the machine is, the reader is nowhere. */
const timezoneId = "UTC";

async function createContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: wide,
    reducedMotion: "reduce",
    timezoneId,
    ...options,
  });
  context.setDefaultTimeout(actionTimeoutMs);
  return context;
}

async function createProfile(browser: Browser, origin: string): Promise<Profile> {
  const context = await createContext(browser, {});
  const keeper = await context.newPage();
  await keeper.goto(`${origin}/favicon.ico`);
  return { context, keeper };
}

async function empty({ context, keeper }: Profile, origin: string): Promise<void> {
  await Promise.all([context.setOffline(false), context.clearPermissions()]);
  await Promise.all(context.pages().map((page) => page !== keeper && page.close()));
  const session = await context.newCDPSession(keeper);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await session.detach();
  await context.clearCookies();
  for (const event of watchedEvents) context.removeAllListeners(event);
}
