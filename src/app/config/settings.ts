import { tierNames } from "../../access/limits/limit.ts";
import type { Config } from "../../infra/config.ts";
import { type LogLevel, logLevels } from "../../infra/log.ts";
import { scheduleOf } from "../../messaging/webhooks/deliveries/delivery.ts";
import {
  choice,
  cidrs,
  flag,
  folder,
  integer,
  listenAddress,
  mailAddress,
  origin,
  origins,
  readSecretFile,
  type Setting,
  schedule,
  secretKey,
  seed,
  setting,
  simulationSpeed,
  smtpUrl,
  text,
  tilesUrl,
} from "./kinds.ts";

/**
 * Every setting there is. A value comes from the flag, then from the variable `WAYBILL_…`, then from here;
 * README's table is made from this one by `tools/readme-settings.ts`.
 */
export const settings = {
  host: setting(text, "127.0.0.1", "127.0.0.1", "Address to listen on."),
  port: setting(integer(0, 65_535), 8080, "8080", "Port to listen on; 0 takes a free one."),
  data: setting(text, "./waybill-data", "./waybill-data", "Folder of the databases; made when missing."),
  publicUrl: setting(
    origin,
    null,
    "the listening address",
    "Address under which callers reach Waybill; used in links, and decides whether cookies are Secure.",
  ),
  trustedProxies: setting(cidrs, cidrs.parse(""), "none", "Proxies whose X-Forwarded-For is believed."),
  corsOrigins: setting(
    origins,
    [] as readonly string[],
    "none",
    "Sites whose pages may call the API with a key from the browser; * allows all.",
  ),
  signup: setting(choice(["open", "closed"]), "open", "open", "Whether anyone may sign up."),
  defaultTier: setting(choice(tierNames), "free", "free", "Tier of new accounts: how much they may ask."),
  logLevel: setting<LogLevel>(choice(logLevels), "info", "info", "What is written to the log."),
  metrics: setting(
    listenAddress,
    null,
    "none",
    "Address to serve metrics for Prometheus on, at /metrics; it asks for no credentials.",
  ),
  minFreeMb: setting(
    integer(0, 1_000_000),
    128,
    "128",
    "MB kept free on the disk of the data folder: with less, writes are refused and reads go on.",
  ),
  backupFolder: setting(
    folder,
    null,
    "none: no backups are made",
    "Folder for daily backups, best on another disk; made when missing.",
  ),
  backupHour: setting(integer(0, 23), 2, "2", "Hour of the day, UTC, from which on a day's backup is made."),
  backupKeep: setting(integer(1, 1_000), 7, "7", "How many backups are kept there."),
  shutdownDelaySeconds: setting(
    integer(0, 60),
    0,
    "0",
    "How long requests are still answered when the server is told to stop, with /readyz at 503 for a load balancer to see.",
  ),
  quoteLifetimeSeconds: setting(integer(1, 86_400), 900, "900", "How long a quote can be accepted."),
  quotingDeadlineSeconds: setting(
    integer(1, 60),
    10,
    "10",
    "How long carriers may take to answer a request for quotes.",
  ),
  shipmentExpirySeconds: setting(
    integer(1, 30 * 86_400),
    86_400,
    "86400",
    "How long a shipment waits for an accepted quote before it expires.",
  ),
  requestLogDays: setting(
    integer(1, 366),
    7,
    "7",
    "How many days the log of requests goes back; at most 5 000 000 requests.",
  ),
  webhookConcurrency: setting(
    integer(1, 10_000),
    1_024,
    "1024",
    "How many webhook deliveries may be on their way at once.",
  ),
  webhookSchedule: setting(
    schedule,
    null,
    `${scheduleOf("live", null)}; in the sandbox ${scheduleOf("sandbox", null)}`,
    "Seconds to wait before each delivery attempt, counted from the one before.",
  ),
  webhookAllowCidrs: setting(
    cidrs,
    cidrs.parse(""),
    "none",
    "Otherwise forbidden addresses that webhooks may be sent to, such as private ones and this machine's own.",
  ),
  webhookEndpoints: setting(
    integer(1, 10_000),
    50,
    "50",
    "How many webhook endpoints an account can have in each environment.",
  ),
  secretKey: setting(
    secretKey,
    null,
    "none: they are kept as they are",
    "Key that the secrets of webhook endpoints are encrypted with on the disk.",
  ),
  smtpUrl: setting(
    smtpUrl,
    null,
    "none: nothing is mailed",
    "Mail server that takes what is mailed, with its user and password.",
  ),
  smtpFrom: setting(mailAddress, null, "none", "Sender of what is mailed; needed with a mail server."),
  mapTilesUrl: setting(tilesUrl, null, "none", "Server of street tiles for maps, which browsers then ask."),
  mapAttribution: setting(text, "", "none", "Whom maps with street tiles name as the tiles' source."),
  simulationSpeed: setting(simulationSpeed, 1, "1", "Speed of simulated drivers, if a shipment has none."),
  ephemeral: setting(
    flag,
    false,
    "false",
    "For tests: serves from a temporary folder, with keys at hand, no limits and drivers who arrive at once.",
  ),
  seed: setting(
    seed,
    null,
    "chance",
    "With --ephemeral: the same keys, ids and quotes at every start with the same seed.",
  ),
  readyJson: setting(flag, false, "false", "Prints one line of JSON when it is ready, and nothing else."),
  exitWithParent: setting(flag, false, "false", "Stops when the process that started it has ended."),
} as const satisfies { readonly [Name in keyof Config]: Setting<Config[Name]> };

const masked = "***";

export type SettingName = keyof Config;
export const settingNames = Object.keys(settings) as SettingName[];

/** `webhookSchedule` → `WAYBILL_WEBHOOK_SCHEDULE`. */
export function variableName(name: SettingName): string {
  return `WAYBILL_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** `webhookSchedule` → `--webhook-schedule`. */
export function flagName(name: SettingName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Where a secret may stand instead: `WAYBILL_SECRET_KEY_FILE` names a file that holds it. */
export function fileVariableName(name: SettingName): string | undefined {
  return settings[name].kind.isSecret ? `${variableName(name)}_FILE` : undefined;
}

/** A value that cannot be used: which one, why, and what is allowed. */
export class SettingError extends Error {}

/** Settings as they are written: typed as flags, or what a command has in place of a default. */
export type SettingTexts = { readonly [Name in SettingName]?: string };

export interface EffectiveSetting {
  name: SettingName;
  value: unknown;
  /** As it was written, or as the default reads; a secret is masked. */
  text: string;
  /** The flag or the variable that it was taken from. */
  from: string | null;
  source: "flag" | "variable" | "file" | "default";
}

/**
 * The settings a command has, each with where its value comes from. The rest keep their defaults, and their
 * variables are not read.
 * @throws SettingError for a value that is not allowed
 */
export function readSettings(
  flags: SettingTexts = {},
  defaults: SettingTexts = {},
  environment: Record<string, string | undefined> = Bun.env,
  names: readonly SettingName[] = settingNames,
): EffectiveSetting[] {
  return names.map((name) => {
    const file = fileVariableName(name);
    const written = [
      { source: "flag", from: flagName(name), text: flags[name] },
      { source: "variable", from: variableName(name), text: environment[variableName(name)] },
      { source: "file", from: file ?? null, text: file && environment[file] },
    ] as const;
    if (written[1].text !== undefined && written[2].text !== undefined) {
      throw new SettingError(`${written[1].from} and ${file} are both set; leave out one of them`);
    }
    for (const { source, from, text } of written) {
      if (text === undefined || from === null) continue;
      const value = parse(name, from, text, source === "file");
      return { name, value, text: file ? masked : text, from, source };
    }
    const own = defaults[name];
    const value = own === undefined ? settings[name].default : parse(name, flagName(name), own);
    return { name, value, text: own ?? settings[name].shown, from: null, source: "default" };
  });
}

/** All settings: those that were read, and the defaults of the rest. */
export function toConfig(read: readonly EffectiveSetting[]): Config {
  const standard = settingNames.map((name) => [name, settings[name].default]);
  return Object.fromEntries([...standard, ...read.map(({ name, value }) => [name, value])]);
}

/** @throws SettingError as `readSettings` */
export function loadConfig(...from: Parameters<typeof readSettings>): Config {
  return toConfig(readSettings(...from));
}

function parse(name: SettingName, source: string, value: string, isPath = false): unknown {
  try {
    return settings[name].kind.parse(isPath ? readSecretFile(value) : value);
  } catch (error) {
    const { message } = error as Error;
    const isHidden = settings[name].kind.isSecret && !isPath;
    const shown = isHidden || message.includes(`"${value}"`) ? "" : `; it is "${value}"`;
    throw new SettingError(`${source} ${message}${shown}`);
  }
}

/** How the flag is typed: `--port N`. */
export function flagSyntax(name: SettingName): string {
  return `${flagName(name)} ${settings[name].kind.placeholder}`.trim();
}
