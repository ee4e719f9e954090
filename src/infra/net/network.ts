import ipaddr from "ipaddr.js";

/** A network from which requests come. */
export interface Network {
  readonly name: string;
  /** The limit of a network, as a multiple of that of a single address. */
  readonly allowance: number;
}

/** A user with an IPv6 address has its /64. Some have a /56 or a /48, which others share with neighbors. */
const ipv6Networks = [
  { prefixBits: 64, allowance: 1 },
  { prefixBits: 56, allowance: 4 },
  { prefixBits: 48, allowance: 16 },
] as const;
const ownRanges = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"];

/** The networks of an address, the narrowest first. An IPv4-mapped IPv6 address counts as the IPv4 address. */
export function networksOf(address: string): [Network, ...Network[]] {
  const ip = parseAddress(address);
  if (ip === undefined || ip instanceof ipaddr.IPv4)
    return [{ name: ip?.toString() ?? address, allowance: 1 }];
  const [own, ...wider] = ipv6Networks.map(({ prefixBits, allowance }) => {
    const first = ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${prefixBits}`);
    return { name: `${first}/${prefixBits}`, allowance };
  });
  return own ? [own, ...wider] : [{ name: address, allowance: 1 }];
}

/** The widest network, of which nobody has many. */
export function widestNetworkOf(address: string): string {
  return networksOf(address).at(-1)?.name ?? address;
}

/** Whether an address belongs to this machine or a private network. No request from the internet has one. */
export function isPrivateAddress(address: string): boolean {
  return ownRanges.includes(parseAddress(address)?.range() ?? "");
}

/** Whether only this machine can reach a host: `localhost`, a loopback address, or all addresses. */
export function isLocalHost(host: string): boolean {
  const range = parseAddress(host)?.range();
  return range === "loopback" || range === "unspecified" || /(^|\.)localhost$/.test(host);
}

/** A host as addresses are written: URLs have IPv6 in brackets. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** A host name or an address as URLs have it: IPv6 in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** Whether a text is an address in its usual spelling. */
export function isAddress(text: string): boolean {
  return parseAddress(text) !== undefined;
}

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return undefined;
  const ip = ipaddr.IPv6.parse(text);
  return ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip;
}
