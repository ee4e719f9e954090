import { getRouteApi } from "@tanstack/react-router";
import type { Purpose } from "../../access/accounts/account.ts";
import { type Environment, environments } from "../../infra/environment.ts";
import { keep, kept } from "../browser/kept.ts";

/** The environment: the address names it, and the browser remembers the last one. */

const storageKey = "waybill-environment";
const route = getRouteApi("/$environment");

/** For components within the frame. */
export function useEnvironment(): Environment {
  return route.useParams().environment;
}

/** `purpose`: of the account, which says where it works on a device that remembers nothing. */
export function lastEnvironment(purpose: Purpose | null = null): Environment {
  const last = kept(storageKey);
  const usual = purpose === null || purpose === "test" ? "sandbox" : "live";
  return environments.find((name) => name === last) ?? usual;
}

export function rememberEnvironment(environment: Environment): void {
  keep(storageKey, environment);
}

/** The current page in another environment: `/sandbox/keys` → `/live/keys`. */
export function pageIn(environment: Environment): string {
  const [page = ""] = location.pathname.replace(/^\/dashboard\/(sandbox|live)\/?/, "").split("/");
  return `/${environment}/${page}`;
}
