/** Where the executable has the thread's program. `build.ts` replaces this file with its own version. */
export const judgingWorkerUrl = new URL("./judging-worker.ts", import.meta.url);
