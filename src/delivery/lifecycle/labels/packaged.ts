/** Where the executable has the thread's program. `build.ts` replaces this file with its own version. */
export const labelWorkerUrl = new URL("./label-worker.ts", import.meta.url);
