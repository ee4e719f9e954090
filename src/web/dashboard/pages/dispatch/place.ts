import { useMemo } from "react";
import type { Environment } from "@/infra/environment.ts";
import { useDriversPlace } from "../drivers/place.ts";

/** Whose deliveries the page shows: an account's shipments, or the jobs of the installation's carriers. */
export interface DispatchPlace {
  environment: Environment;
  isInstallation: boolean;
  /** Both have the same operations. */
  base: "/platform" | "/operator";
  /** How a call says the environment: an operator's path needs it in the query. */
  call: { environment: Environment } | { query: { environment: Environment } };
  /** Paths to read again after somebody decided something. */
  changes: readonly string[];
}

export function useDispatchPlace(): DispatchPlace {
  const { environment, isInstallation } = useDriversPlace();
  return useMemo(() => {
    const base = isInstallation ? "/operator" : "/platform";
    return {
      environment,
      isInstallation,
      base,
      call: isInstallation ? { query: { environment } } : { environment },
      changes: [`${base}/attention`, `${base}/drivers`, "/platform/shipments"],
    };
  }, [environment, isInstallation]);
}
