import { settlesWithin } from "../waiting/timeout.ts";

const timeoutMs = 5_000;

// getaddrinfo, behind node:dns and Bun's other back ends, blocks a thread of the small pool that also
// serves files and password hashes: forty names with a silent DNS server stopped a file stat for 40 s.
// c-ares asks from the event loop, and reads the hosts file too.
const backend = process.platform === "linux" ? "c-ares" : "system";

/** The addresses of a host name; rejects where DNS fails. */
export type Lookup = (hostname: string) => Promise<string[]>;

/**
 * Looks up every address of a name, each once. Callers that ask for the same name meanwhile share the answer; none is
 * kept. A name that does not resolve within 5 s has no addresses.
 */
export function createResolver(lookup: Lookup = lookUpAddresses): Lookup {
  const looking = new Map<string, Promise<string[]>>();
  return (hostname) => {
    const earlier = looking.get(hostname);
    if (earlier) return earlier;
    const answer = lookUp(lookup, hostname).finally(() => looking.delete(hostname));
    looking.set(hostname, answer);
    return answer;
  };
}

async function lookUp(lookup: Lookup, hostname: string): Promise<string[]> {
  const found = lookup(hostname).catch((): string[] => []);
  const addresses = (await settlesWithin(timeoutMs, found)) ? await found : [];
  // IPv4 first: a host with a broken IPv6 route is common, the reverse is not.
  return [...new Set(addresses)].sort((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
}

async function lookUpAddresses(hostname: string): Promise<string[]> {
  const found = await Bun.dns.lookup(hostname, { backend });
  return found.map((entry) => entry.address);
}
