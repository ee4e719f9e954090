/**
 * The service worker of the driver's page. The page opens from the phone, as of one version: `/driver/worker.js`
 * names its files before this code, so a new version is another worker. API requests are never answered from here.
 */

declare const driverFiles: { version: string; paths: readonly string[] };

/** The parts of a service worker that TypeScript's library for pages lacks. */
interface WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface PushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null;
}
interface ClickEvent extends WorkerEvent {
  readonly notification: Notification;
}
interface PageWindow {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window" }): Promise<readonly PageWindow[]>;
    openWindow(path: string): Promise<unknown>;
  };
  readonly registration: {
    showNotification(title: string, options: Record<string, unknown>): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: ClickEvent) => void): void;
}

const worker = globalThis as unknown as WorkerScope;
const page = "/driver";
const assets = "/dashboard/assets/";
const cacheName = `waybill-driver-${driverFiles.version}`;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (pathname === page && request.mode === "navigate") event.respondWith(fromCache(page, request));
  else if (pathname.startsWith(assets)) event.respondWith(fromCache(request, request));
});

worker.addEventListener("push", (event) => event.waitUntil(alarm(event)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showPage());
});

/** Browsers want a notification for each message. One replaces the one before, and sounds again. */
async function alarm({ data }: PushEvent): Promise<void> {
  const kind = kindOf(data);
  const words = await caches.match("/driver/words", { cacheName: "driver-words" });
  const titles: Record<string, string> = (await words?.json().catch(() => undefined)) ?? {};
  const shown = worker.registration.showNotification(titles[kind] ?? titles.job ?? "Waybill", {
    tag: "news",
    renotify: true,
    requireInteraction: true,
    vibrate: [400, 150, 400, 150, 400],
    icon: "/driver/icon.png",
  });
  for (const open of await pages()) open.postMessage(kind);
  await shown;
}

function kindOf(data: PushEvent["data"]): string {
  try {
    return String((data?.json() as { kind?: unknown } | null)?.kind ?? "job");
  } catch {
    return "job";
  }
}

async function pages(): Promise<readonly PageWindow[]> {
  const windows = await worker.clients.matchAll({ type: "window" });
  return windows.filter(({ url }) => new URL(url).pathname === page);
}

async function showPage(): Promise<void> {
  const [open] = await pages();
  await (open ? open.focus() : worker.clients.openWindow(page));
}

/** All files of the version, or none of it. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  // The page names its files, so it must not be an older one; they are in the browser's cache already.
  await Promise.all([cache.add(new Request(page, { cache: "reload" })), cache.addAll(driverFiles.paths)]);
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("waybill-driver-") && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** What is loaded later, as the map is, stays for the next time. */
async function fromCache(key: string | Request, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const known = await cache.match(key, { ignoreVary: true });
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(key, response.clone());
  return response;
}
