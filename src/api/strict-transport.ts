import { type Deps, inMemory } from "../infra/deps.ts";
import { isAddress, withoutBrackets } from "../infra/net/network.ts";

/** HSTS: browsers that saw it refuse plain HTTP, and invalid certificates, for a year. */

/** Without subdomains, which may belong to somebody else. */
const oneYear = "max-age=31536000";

/** Undefined until it is known where the server listens. */
const promises = inMemory<{ isPromised: boolean | undefined; isProven: boolean }>(() => ({
  isPromised: undefined,
  isProven: true,
}));

/** Says whether HTTPS has lasted: a first certificate may stay the only one. */
export function proveHttps(deps: Deps, isProven: boolean): void {
  Object.assign(promises(deps), { isProven, isPromised: undefined });
}

/** The header's value; undefined where HTTPS is not promised. An address may soon be another machine's. */
export function strictTransport(deps: Deps): string | undefined {
  const promise = promises(deps);
  promise.isPromised ??= promise.isProven && isNamedByHttps(deps.publicUrl());
  return promise.isPromised ? oneYear : undefined;
}

function isNamedByHttps(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" && !isAddress(withoutBrackets(hostname));
}
