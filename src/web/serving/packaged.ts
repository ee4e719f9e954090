import type { Bundle } from "./bundle.ts";

/** Whether the bundle is in the executable: nobody waits for it then. */
export const isBundled: boolean = false;

/** What is found at another place in the executable than in the sources; `build.ts` puts its own version here. */
export async function readBundle(): Promise<Pick<Bundle, "manifest" | "files">> {
  const { bundleDashboard } = await import("./bundle.ts");
  return bundleDashboard();
}
