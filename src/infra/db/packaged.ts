/**
 * What is found at another place in the executable than in the sources; `build.ts` puts its own version of
 * this file there.
 */

/** The driver's native addon inside the executable. From source the driver finds its own. */
export const addonFile: string | undefined = undefined;

export const syncWorkerUrl = new URL("./sync-worker.ts", import.meta.url);
