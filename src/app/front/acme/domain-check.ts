import type { Lookup } from "../../../infra/net/dns.ts";
import { hostInUrl, isAddress, isPrivateAddress } from "../../../infra/net/network.ts";
import { machineAddresses } from "../../../infra/net/transport.ts";
import { challengePath } from "../plain-port.ts";

/**
 * A look before an order, because the usual first try fails: DNS is not there yet, an old record, a closed port, a proxy
 * in between. It is advice: many networks hide the truth from the machine itself.
 */

const probeMs = 3_000;

export interface Sighting {
  /** A sentence each. */
  readonly advice: readonly string[];
  /** Why an order makes no sense yet; undefined if it does. */
  readonly obstacle: string | undefined;
}

interface DomainCheckDeps {
  readonly lookup: Lookup;
  readonly challenges: Map<string, string>;
  /** A text that nobody else has. */
  readonly token: string;
  readonly own?: readonly string[];
}

export async function checkDomain(name: string, deps: DomainCheckDeps): Promise<Sighting> {
  const own = deps.own ?? machineAddresses();
  const addresses = isAddress(name) ? [name] : await deps.lookup(name);
  if (addresses.length === 0) {
    const obstacle = `${name} has no address in DNS: add an A record that leads to this machine`;
    return { advice: [], obstacle };
  }
  const seen = isAddress(name) ? [] : describe(name, addresses, own);
  const tried = await Promise.all(addresses.map((address) => probe(name, address, deps)));
  return { advice: [...seen, ...tried.filter((sentence) => sentence !== undefined)], obstacle: undefined };
}

function describe(name: string, addresses: readonly string[], own: readonly string[]): string[] {
  const here = own.filter((address) => !isPrivateAddress(address));
  const elsewhere = addresses.filter((address) => !own.includes(address));
  return elsewhere.map((address) => {
    const known = here.length > 0 ? here.join(", ") : "private ones only";
    return address.includes(":")
      ? `the AAAA record of ${name} is ${address}, and this machine has ${known}: change or remove the record, unless a router passes it on`
      : `the A record of ${name} is ${address}, and this machine has ${known}: change the record, unless a router passes it on`;
  });
}

/** Asks port 80 through the address of the name, as the authority does. */
async function probe(
  name: string,
  address: string,
  { challenges, token }: DomainCheckDeps,
): Promise<string | undefined> {
  challenges.set(token, token);
  try {
    const answer = await fetch(`http://${hostInUrl(address)}${challengePath}${token}`, {
      headers: { host: name },
      redirect: "manual",
      signal: AbortSignal.timeout(probeMs),
    });
    if ((await answer.text()) === token) return undefined;
    return `another server answers port 80 of ${address}: let ${name} lead to this machine, or stop the proxy in between`;
  } catch {
    return `port 80 of ${address} gave no response from here: open it in the firewall and at the provider`;
  } finally {
    challenges.delete(token);
  }
}
