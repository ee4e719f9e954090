import { useLocation } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Environment } from "../../infra/environment.ts";
import type { Query } from "../browser/api.ts";
import { useEnvironment } from "./environment.ts";
import type { Scope } from "./permissions.ts";

/**
 * Whose carriers, drivers and jobs a page shows: those of the account, or those of the installation for its operator.
 * Both sides have the same pages and the same operations, under another path.
 */
export interface Side {
  environment: Environment;
  isInstallation: boolean;
  /** The beginning of its operations' paths. */
  base: "/platform" | "/operator";
  /** How a call says the environment: an operator's path needs it in the query. */
  call: { environment: Environment } | { query: { environment: Environment } };
  /** The call with these parameters. */
  asking<Asked extends Query>(
    query: Asked,
  ): { environment: Environment; query: Asked } | { query: Asked & { environment: Environment } };
  /** The scopes that a change needs. The operator needs none. */
  needing(...scopes: readonly Scope[]): readonly Scope[];
  /** Where a page of this side is, for a link or `navigate`: `link("/carriers/$carrierId", { carrierId })`. */
  link<Page extends string, Params extends object = object>(
    page: Page,
    params?: Params,
  ): { to: `${Pages}${Page}`; params: Params & { environment: Environment } };
}

type Pages = "/$environment" | "/$environment/operator";

/** The side of the page that is shown: the address says it. */
export function useSide(): Side {
  const environment = useEnvironment();
  const isInstallation = useLocation({ select: ({ pathname }) => pathname.includes("/operator/") });
  return useMemo(() => sideOf(environment, isInstallation), [environment, isInstallation]);
}

export function sideOf(environment: Environment, isInstallation: boolean): Side {
  const pages: Pages = isInstallation ? "/$environment/operator" : "/$environment";
  return {
    environment,
    isInstallation,
    base: isInstallation ? "/operator" : "/platform",
    call: isInstallation ? { query: { environment } } : { environment },
    asking: (query) => (isInstallation ? { query: { ...query, environment } } : { environment, query }),
    needing: (...scopes) => (isInstallation ? [] : scopes),
    link: <Page extends string, Params extends object>(page: Page, params: Params = {} as Params) => ({
      to: `${pages}${page}`,
      params: { ...params, environment },
    }),
  };
}
