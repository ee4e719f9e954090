import { systemClock } from "../../infra/clock.ts";
import type { Config } from "../../infra/config.ts";
import { type EffectiveSetting, SettingError, type SettingTexts, toConfig } from "../config/reading.ts";
import { flagName, type SettingName, variableName } from "../config/settings.ts";
import { isFor, type Pair, PairError, readPair, requireUsable } from "./pair.ts";

/** What HTTPS of Waybill's own asks of the other settings, and what it changes of their defaults. */

const everywhere = "::";

/** @returns the defaults of other settings. @throws SettingError for what does not fit together */
export function secureDefaults(effective: readonly EffectiveSetting[]): SettingTexts {
  const config = toConfig(effective);
  const from = (name: SettingName) => effective.find((entry) => entry.name === name)?.from ?? null;
  requireBoth(config, from);
  if (config.tlsCert === null) {
    requirePublicUrl(config, from);
    return {};
  }
  if (from("port") !== null) {
    const others = `${flagName("httpsPort")} and ${flagName("httpPort")}`;
    throw new SettingError(
      `${from("port")} has no use with ${from("tlsCert")}: HTTPS has ${others}; remove it`,
    );
  }
  const pair = usablePair(config, from);
  return { host: everywhere, publicUrl: config.publicUrl ?? `https://${ownName(pair, from)}` };
}

type From = (name: SettingName) => string | null;

function requireBoth({ tlsCert, tlsKey }: Config, from: From): void {
  if ((tlsCert === null) === (tlsKey === null)) return;
  const [given, other] =
    tlsCert === null ? (["tlsKey", "tlsCert"] as const) : (["tlsCert", "tlsKey"] as const);
  throw new SettingError(`${from(given)} requires ${flagName(other)} or ${variableName(other)}`);
}

/** Links need a host, and a socket has none. */
function requirePublicUrl({ httpSocket, publicUrl }: Config, from: From): void {
  if (httpSocket === null || publicUrl !== null || from("port") !== null) return;
  throw new SettingError(
    `${from("httpSocket")} requires ${flagName("publicUrl")} or ${variableName("publicUrl")}, the URL of the proxy`,
  );
}

function usablePair({ tlsCert, tlsKey, publicUrl }: Config, from: From): Pair {
  const source = from("publicUrl");
  const url = publicUrl === null ? undefined : new URL(publicUrl);
  if (url !== undefined && url.protocol !== "https:") {
    throw new SettingError(
      `${source} must begin with https:// beside ${from("tlsCert")}; it is "${publicUrl}"`,
    );
  }
  try {
    const pair = readPair(tlsCert ?? "", tlsKey ?? "");
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
  if (name !== undefined) return name.includes(":") ? `[${name}]` : name;
  throw new SettingError(
    `the certificate of ${from("tlsCert")} names no single host: add ${flagName("publicUrl")} or ${variableName("publicUrl")}`,
  );
}
