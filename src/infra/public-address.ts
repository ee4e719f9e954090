import { type Deps, inMemory } from "./deps.ts";
import { isLocalHost, withoutBrackets } from "./net/network.ts";

/** Who can open the installation: links on phones and in mails hold its public URL. */

/**
 * Whether the installation is for people: `waybill serve` says so before the first answer. `dev`, `demo` and
 * `--ephemeral` are for programs on this machine, which a local address suits.
 */
export const audience = inMemory(() => ({ isPeople: false }));

/** `local`: only this machine can open it. `plain`: over plain HTTP, where phones withhold much. */
export type AddressProblem = "local" | "plain";

export function addressProblem(deps: Pick<Deps, "publicUrl">): AddressProblem | null {
  const url = URL.parse(deps.publicUrl());
  if (url === null || isLocalHost(withoutBrackets(url.hostname))) return "local";
  return url.protocol === "http:" ? "plain" : null;
}

/** Whether it is for people, and none of them can open its links. */
export function isUnreachable(deps: Deps): boolean {
  return audience(deps).isPeople && addressProblem(deps) === "local";
}
