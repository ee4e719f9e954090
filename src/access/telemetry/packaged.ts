/** Where the Worker is in the sources. The executable has it elsewhere: `tools/compile.ts` replaces this file. */
export const telemetryWorkerUrl = new URL("./telemetry-worker.ts", import.meta.url);
