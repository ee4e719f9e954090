/** Where the executable has the thread's program. `build.ts` replaces this file with its own version. */
export const orderWorkerUrl = new URL("./order-worker.ts", import.meta.url);
