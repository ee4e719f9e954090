import type { Bundle } from "./bundle.ts";

/** Whether the executable contains the bundle. */
export const isBundled: boolean = false;

/** `build.ts` replaces this file in the executable. */
export async function readBundle(): Promise<Pick<Bundle, "manifest" | "files">> {
  const { bundleDashboard } = await import("./bundle.ts");
  return bundleDashboard();
}
