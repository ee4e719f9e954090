/**
 * Files that the executable has in another place than the sources. `build.ts` replaces this file with its own version.
 */

/** The driver's native addon inside the executable, and its hash. From source the driver finds its own. */
export const addon: { file: string; sha256: string } | undefined = undefined;

/** The images of new databases inside the executable, by their migrations. From source each migration is applied. */
export const images: Partial<Record<"accounts" | "platform" | "telemetry", string>> = {};

export const syncWorkerUrl = new URL("./sync-worker.ts", import.meta.url);
