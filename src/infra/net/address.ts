import ipaddr from "ipaddr.js";
import { isLocalHost } from "./network.ts";

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** One block of addresses: its first address and the length of its prefix in bits. */
type Cidr = readonly [address: IpAddress, prefixBits: number];
export type Cidrs = readonly Cidr[];

const ipv6Characters = /^[0-9a-fA-F:.]+$/;
const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

// IANA assigns global unicast addresses from this block only. Everything outside it is special or unused.
const globalUnicastV6 = ipaddr.IPv6.parseCIDR("2000::/3");
// RFC 4291 §2.5.5.2 (IPv4-mapped) and RFC 6052 §2.1 (NAT64): the last 32 bits are the real destination.
const embeddingV6 = [ipaddr.IPv6.parseCIDR("::ffff:0:0/96"), ipaddr.IPv6.parseCIDR("64:ff9b::/96")];
// Azure's metadata and agent service has an address in ordinary public space.
const metadataV4 = ipaddr.IPv4.parseCIDR("168.63.129.16/32");

/**
 * Reads an allow list: CIDR blocks (`10.0.0.0/8`, `fd00::/8`) or single addresses.
 * @throws Error that names the first invalid entry. Bits beyond the prefix are invalid too: the block would be larger
 * than its author thought.
 */
export function parseCidrs(list: readonly string[]): Cidr[] {
  return list.map((entry) => parseCidr(entry.trim()));
}

function parseCidr(entry: string): Cidr {
  const [text = "", prefix, ...rest] = entry.split("/");
  const address = parseAddress(text);
  const bits = address?.kind() === "ipv4" ? 32 : 128;
  const prefixBits = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (!address || rest.length > 0 || !(prefixBits <= bits)) {
    throw new Error(`"${entry}" is not a CIDR block such as 10.0.0.0/8 or fd00::/8`);
  }
  const network = networkAddress(address, prefixBits);
  if (network.toString() !== address.toString()) {
    throw new Error(`"${entry}" has bits set beyond its prefix; the block is ${network}/${prefixBits}`);
  }
  return [address, prefixBits];
}

function networkAddress(address: IpAddress, prefixBits: number): IpAddress {
  const cidr = `${address}/${prefixBits}`;
  return address.kind() === "ipv4"
    ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
    : ipaddr.IPv6.networkAddressFromCIDR(cidr);
}

/** Only the canonical spellings: `127.1`, `0177.0.0.1`, brackets and zones are not addresses here. */
function parseAddress(text: string): IpAddress | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipv6Characters.test(text)) return undefined;
  // ipaddr.js reads `::8.8.8.8` as `::ffff:8.8.8.8`, which is another address; the URL parser writes it in hex.
  const hex = URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1);
  return hex === undefined ? undefined : ipaddr.IPv6.parse(hex);
}

/**
 * Whether a request may go to this address (`203.0.113.7`, `2a00::1`; no brackets). Ordinary public addresses are
 * allowed. The IANA special-purpose registries (RFC 6890), multicast, metadata services and transition forms are
 * refused, unless `allow` has them. IPv4-mapped and NAT64 addresses are judged by the IPv4 address inside. Text that is
 * no address is refused.
 */
export function isAllowedAddress(address: string, allow: Cidrs): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && isAllowed(parsed, allow);
}

/** Whether a list of blocks has the address. */
export function isListedAddress(address: string, list: Cidrs): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && list.some((cidr) => isWithin(parsed, cidr));
}

function isAllowed(address: IpAddress, allow: Cidrs): boolean {
  if (allow.some((cidr) => isWithin(address, cidr))) return true;
  if (address.kind() === "ipv4") return address.range() === "unicast" && !isWithin(address, metadataV4);
  if (embeddingV6.some((cidr) => isWithin(address, cidr))) {
    return isAllowed(new ipaddr.IPv4(address.toByteArray().slice(12)), allow);
  }
  return isWithin(address, globalUnicastV6) && address.range() === "unicast";
}

/** Where this installation can be reached. */
export interface OwnPlace {
  publicUrl: URL;
  /** The API's listener, and the metrics' listener if there is one. */
  listeningUrls: readonly URL[];
}

/**
 * Whether a request would reach this installation itself: by its public name, or by an address of this machine with a
 * port that it listens on.
 * @param machine the addresses of this machine's interfaces
 */
export function isOwn(
  url: URL,
  addresses: readonly string[],
  { publicUrl, listeningUrls }: OwnPlace,
  machine: readonly string[],
): boolean {
  const hasPort = (name: URL) => portOf(name) === portOf(url);
  if (publicUrl.hostname === url.hostname && hasPort(publicUrl)) return true;
  const sharing = listeningUrls.filter(hasPort);
  if (sharing.length === 0) return false;
  if (sharing.some(({ hostname }) => hostname === url.hostname)) return true;
  return addresses.some((address) => isLocalHost(withoutEmbedding(address)) || isOneOf(machine, address));
}

/**
 * Whether an address belongs to this machine and is not in `allow`. Such a request passes no firewall in front of the
 * machine, and reaches every service that listens on all addresses.
 */
export function isForbiddenHere(address: string, machine: readonly string[], allow: Cidrs): boolean {
  if (isInCidrs(address, allow) || isInCidrs(withoutEmbedding(address), allow)) return false;
  return isOneOf(machine, address);
}

function isOneOf(machine: readonly string[], address: string): boolean {
  return machine.map(withoutEmbedding).includes(withoutEmbedding(address));
}

function portOf({ port, protocol }: URL): string {
  return port === "" ? (defaultPorts[protocol] ?? "") : port;
}

/** The embedded IPv4 address, if there is one, in canonical form. */
function withoutEmbedding(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return address;
  if (!embeddingV6.some((cidr) => isWithin(parsed, cidr))) return parsed.toString();
  return new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString();
}

/** Whether an address lies in one of the blocks; the IPv4-mapped form counts as the IPv4 address. */
export function isInCidrs(address: string, cidrs: Cidrs): boolean {
  const parsed = parseAddress(address.replace(/^::ffff:(?=\d+\.)/i, ""));
  return parsed !== undefined && cidrs.some((cidr) => isWithin(parsed, cidr));
}

function isWithin(address: IpAddress, [network, prefixBits]: Cidr): boolean {
  return address.kind() === network.kind() && address.match(network, prefixBits);
}

/** The URL parser has already turned `0x7f.1`, `2130706433` and `①②⑦.0.0.1` into four decimals. */
export function findLiteralAddress(hostname: string): string | null {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return parseAddress(bare) ? bare : null;
}
