import { type Cidrs, findLiteralAddress, isAllowedAddress, isListedAddress } from "./address.ts";

/**
 * Where requests may go besides public addresses over `https`: addresses that the operator allows, and plain `http`.
 */
export interface TargetRules {
  allow: Cidrs;
  /** `to_allowed`: to addresses that `allow` has. */
  httpAllowed: boolean | "to_allowed";
}

const maxUrlCharacters = 2048;
const maxHostnameCharacters = 253;
/** The parser would silently repair: `https:example.com`, `https:\\example.com`, blanks, line breaks. */
const completeUrl = /^[a-z]+:\/\/[^/?#\\\s\p{Cc}][^\\\s\p{Cc}]*$/iu;
const userinfo = /^[^/?#]*\/\/[^/?#]*@/;
const hostnameLabel = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
// Names that public DNS never has: RFC 6761 §6.3, 6762 §3, 8375 §4, and those that ICANN reserves or never delegates.
const privateName = /\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$/;
const wellKnownPorts: readonly number[] = [80, 443];
const firstUnprivilegedPort = 1024;

/** Why a request may not go to a URL, as the rest of a sentence whose subject is the field. */
export const targetFaults = {
  too_long: `must have at most ${maxUrlCharacters} characters`,
  not_a_url: "must be a complete URL, such as https://example.com",
  scheme: "must begin with https://",
  https_required: "must begin with https://",
  userinfo: "must not contain a user name or password: logs and pages show URLs",
  host: "must have a valid host name",
  port: "must have the port 80, 443 or 1024 and above",
  address: "is not an allowed destination: requests go to public addresses",
} as const satisfies Record<string, string>;

export type TargetProblem = keyof typeof targetFaults;

const sentences = Object.entries(targetFaults).map(([reason, fault]) => [reason, `The URL ${fault}.`]);
/** The faults as sentences. */
export const targetProblems: Readonly<Record<TargetProblem, string>> = Object.fromEntries(sentences);

/** `address` is the literal IP address in the URL (no brackets); null if the host is a name. */
type TargetCheck = { ok: true; url: URL; address: string | null } | { ok: false; reason: TargetProblem };

/**
 * Judges a URL without the network: http or https, no user name, port 80, 443 or from 1024, and a public address or a
 * name as host. A name of private networks is allowed only if `allow` has an entry.
 * The caller must judge the addresses of a name at each use.
 * The returned URL is normalized, without fragment and without a dot after the name.
 */
export function checkTargetUrl(url: string, rules: TargetRules): TargetCheck {
  if (url.length > maxUrlCharacters) return { ok: false, reason: "too_long" };
  const parsed = URL.parse(url);
  if (!parsed) return { ok: false, reason: "not_a_url" };
  const reason = findProblem(parsed, rules) ?? findFormProblem(url);
  if (reason) return { ok: false, reason };
  parsed.hash = "";
  parsed.hostname = withoutFinalDot(parsed.hostname);
  // Escaping can triple the length.
  if (parsed.href.length > maxUrlCharacters) return { ok: false, reason: "too_long" };
  return { ok: true, url: parsed, address: findLiteralAddress(parsed.hostname) };
}

function findProblem(url: URL, rules: TargetRules): TargetProblem | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
  if (url.protocol === "http:" && !mayUseHttp(rules)) return "https_required";
  if (url.username !== "" || url.password !== "") return "userinfo";
  if (!isAllowedPort(url.port)) return "port";
  const hostname = withoutFinalDot(url.hostname);
  const address = findLiteralAddress(hostname);
  if (address === null) return findNameProblem(hostname, rules);
  if (!isAllowedAddress(address, rules.allow)) return "address";
  return isHttpAllowed(url, [address], rules) ? undefined : "https_required";
}

function mayUseHttp({ allow, httpAllowed }: TargetRules): boolean {
  return httpAllowed === "to_allowed" ? allow.length > 0 : httpAllowed;
}

/** Whether plain `http` may go to these addresses of the host. Any other scheme may. */
export function isHttpAllowed(
  url: URL,
  addresses: readonly string[],
  { allow, httpAllowed }: TargetRules,
): boolean {
  if (url.protocol !== "http:" || httpAllowed !== "to_allowed") return true;
  return addresses.every((address) => isListedAddress(address, allow));
}

function findFormProblem(url: string): TargetProblem | undefined {
  if (userinfo.test(url)) return "userinfo";
  return completeUrl.test(url) ? undefined : "not_a_url";
}

function findNameProblem(hostname: string, { allow }: TargetRules): TargetProblem | undefined {
  if (!isHostname(hostname)) return "host";
  const isPrivate = !hostname.includes(".") || privateName.test(hostname);
  return isPrivate && allow.length === 0 ? "address" : undefined;
}

/** An empty port is the scheme's own. */
function isAllowedPort(port: string): boolean {
  if (port === "") return true;
  return wellKnownPorts.includes(Number(port)) || Number(port) >= firstUnprivilegedPort;
}

function isHostname(hostname: string): boolean {
  if (hostname.length > maxHostnameCharacters) return false;
  return hostname.split(".").every((label) => hostnameLabel.test(label));
}

function withoutFinalDot(hostname: string): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}
