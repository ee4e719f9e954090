import { useLocation } from "@tanstack/react-router";
import type { Environment } from "@/infra/environment.ts";
import type { Query } from "../../../browser/api.ts";
import { useEnvironment } from "../../environment.ts";
import type { Scope } from "../../permissions.ts";

/**
 * Whose carriers a page shows: those of the account, or those of the installation. Both have the same pages and the
 * same operations under another path.
 */
export interface CarriersPlace {
  environment: Environment;
  path: "/platform/carriers" | "/operator/carriers";
  isInstallation: boolean;
  /** The scopes that a change needs. The operator needs none. */
  needs: readonly Scope[];
  /** How a call says the environment: an operator's path needs it in the query. */
  call: { environment: Environment } | { query: { environment: Environment } };
  /** Paths to read again after a carrier was added, changed or deleted. */
  changes: readonly string[];
}

export function useCarriersPlace(): CarriersPlace {
  const environment = useEnvironment();
  const isInstallation = useLocation({ select: ({ pathname }) => pathname.includes("/operator/") });
  return carriersPlace(environment, isInstallation);
}

export function carriersPlace(environment: Environment, isInstallation: boolean): CarriersPlace {
  const path = isInstallation ? "/operator/carriers" : "/platform/carriers";
  return {
    environment,
    path,
    isInstallation,
    needs: isInstallation ? [] : ["carriers:write"],
    call: isInstallation ? { query: { environment } } : { environment },
    changes: [path, "/platform/carriers", "/platform/account", "/audit"],
  };
}

/** The call of a place, with what else it asks. */
export function withQuery<Asked extends Query>({ call }: Pick<CarriersPlace, "call">, query: Asked) {
  return "query" in call ? { query: { ...call.query, ...query } } : { ...call, query };
}
