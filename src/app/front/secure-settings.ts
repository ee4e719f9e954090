import { systemClock } from "../../infra/clock.ts";
import { flagName, type SettingName, variableName } from "../../infra/config/settings.ts";
import type { Config } from "../../infra/config.ts";
import { hostInUrl, isLocalHost, isPrivateAddress } from "../../infra/net/network.ts";
import {
  type EffectiveSetting,
  readNamedAuthorities,
  SettingError,
  type SettingTexts,
  sourcesOf,
  toConfig,
} from "../config/reading.ts";
import { isFor, type Pair, PairError, requireUsable } from "./pair.ts";
import { readFiles } from "./pair-files.ts";

/** What HTTPS of Waybill's own asks of the other settings, and what it changes of their defaults. */

const everywhere = "::";

/** @returns the defaults of other settings. @throws SettingError for what does not fit together */
export function secureDefaults(effective: readonly EffectiveSetting[]): SettingTexts {
  const config = toConfig(effective);
  const from = sourcesOf(effective);
  requireBoth(config, from);
  requireUse(config, from);
  const source = config.domain === null ? "tlsCert" : "domain";
  if (from(source) === null) {
    requirePublicUrl(config, from);
    return {};
  }
  requireAlone(config, source, from);
  requireHttps(config, source, from);
  if (config.acmeCaFile !== null) readNamedAuthorities(from("acmeCaFile"), config.acmeCaFile);
  const name = config.domain === null ? certifiedName(config, from) : ownHost(config, config.domain, from);
  return { host: everywhere, publicUrl: config.publicUrl ?? `https://${name}` };
}

type From = ReturnType<typeof sourcesOf>;

function requireBoth({ tlsCert, tlsKey }: Config, from: From): void {
  if ((tlsCert === null) === (tlsKey === null)) return;
  const [given, other] =
    tlsCert === null ? (["tlsKey", "tlsCert"] as const) : (["tlsCert", "tlsKey"] as const);
  throw new SettingError(`${from(given)} requires ${flagName(other)} or ${variableName(other)}`);
}

const ofDomain = ["acmeDirectory", "acmeEmail", "acmeCaFile"] as const;
const ofHttps = ["httpPort", "httpsPort"] as const;

/** What is given without HTTPS would be ignored, and its giver would wait for a certificate. */
function requireUse({ domain, tlsCert }: Config, from: From): void {
  const refuse = (names: readonly SettingName[], needed: string) => {
    const idle = names.find((name) => from(name) !== null);
    if (idle !== undefined)
      throw new SettingError(`${from(idle)} has no use without ${needed}: remove it, or give one`);
  };
  if (domain === null) refuse(ofDomain, flagName("domain"));
  if (domain === null && tlsCert === null) refuse(ofHttps, `${flagName("domain")} or ${flagName("tlsCert")}`);
}

/** Links need a host, and a socket has none. */
function requirePublicUrl({ httpSocket, publicUrl }: Config, from: From): void {
  if (httpSocket === null || publicUrl !== null || from("port") !== null) return;
  throw new SettingError(
    `${from("httpSocket")} requires ${flagName("publicUrl")} or ${variableName("publicUrl")}, the URL of the proxy`,
  );
}

type Source = "tlsCert" | "domain";

function requireAlone({ tlsCert, ephemeral }: Config, source: Source, from: From): void {
  if (source === "domain" && tlsCert !== null) {
    throw new SettingError(
      `${from("domain")} gets a certificate, and ${from("tlsCert")} names one: remove one of them`,
    );
  }
  if (source === "domain" && ephemeral) {
    throw new SettingError(
      `${from("ephemeral")} keeps no certificate, so ${from("domain")} has no use: remove it`,
    );
  }
  if (from("port") !== null) {
    const others = `${flagName("httpsPort")} and ${flagName("httpPort")}`;
    throw new SettingError(`${from("port")} has no use with ${from(source)}: HTTPS has ${others}; remove it`);
  }
}

function requireHttps({ publicUrl }: Config, source: Source, from: From): void {
  if (publicUrl === null || publicUrl.startsWith("https:")) return;
  throw new SettingError(
    `${from("publicUrl")} must begin with https:// beside ${from(source)}; it is "${publicUrl}"`,
  );
}

/** @throws SettingError for what no public authority certifies, and for a public URL with another host */
function ownHost({ publicUrl }: Config, domain: string, from: From): string {
  const host = hostInUrl(domain);
  if (from("acmeDirectory") === null && (isLocalHost(domain) || isPrivateAddress(domain))) {
    throw new SettingError(
      `${from("domain")} is ${domain}, which is not public: give a public name, ${flagName("acmeDirectory")} of your own authority, or ${flagName("tlsCert")}`,
    );
  }
  const { hostname } = new URL(publicUrl ?? `https://${host}`);
  if (hostname === new URL(`https://${host}`).hostname) return host;
  throw new SettingError(
    `${from("publicUrl")} names ${hostname}, and ${from("domain")} ${domain}: they must be the same`,
  );
}

/** The host that the certificate names first. @throws SettingError */
function certifiedName(config: Config, from: From): string {
  const pair = usablePair(config, from);
  return config.publicUrl === null ? ownName(pair, from) : new URL(config.publicUrl).hostname;
}

function usablePair({ tlsCert, tlsKey, publicUrl }: Config, from: From): Pair {
  const source = from("publicUrl");
  const url = publicUrl === null ? undefined : new URL(publicUrl);
  try {
    const pair = readFiles({ cert: tlsCert ?? "", key: tlsKey ?? "" });
    requireUsable(pair, undefined, systemClock.now());
    if (url === undefined || isFor(pair, url.hostname)) return pair;
    throw new SettingError(
      `${source} names ${url.hostname}, and the certificate of ${from("tlsCert")} is for ${pair.names.join(", ")}`,
    );
  } catch (error) {
    if (!(error instanceof PairError)) throw error;
    throw new SettingError(`${from("tlsCert")}, ${from("tlsKey")}: ${error.message}`, { cause: error });
  }
}

/** The first name that is one of a host. @throws SettingError */
function ownName({ names }: Pair, from: From): string {
  const name = names.find((entry) => !entry.startsWith("*"));
  if (name !== undefined) return hostInUrl(name);
  throw new SettingError(
    `the certificate of ${from("tlsCert")} names no single host: add ${flagName("publicUrl")} or ${variableName("publicUrl")}`,
  );
}
