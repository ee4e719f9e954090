/** Where the executable has the thread's program. `tools/compile.ts` replaces this file with its own version. */
export const imageWorkerUrl = new URL("./image-worker.ts", import.meta.url);
