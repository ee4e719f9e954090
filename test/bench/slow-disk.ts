/** Waybill from the sources, with a sync worker whose disk is slow; arguments as for `waybill`. */

const slowWorker = new URL("./slow-sync-worker.ts", import.meta.url);

globalThis.Worker = new Proxy(Worker, {
  construct(Plain, [url]: [URL | string]) {
    return new Plain(String(url).endsWith("/sync-worker.ts") ? slowWorker : url);
  },
});

await import("../../src/main.ts");
