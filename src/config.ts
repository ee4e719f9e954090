import { type LogLevel, logLevels } from "./log.ts";
import {
  choice,
  cidrs,
  flag,
  integer,
  type Kind,
  listenAddress,
  origin,
  origins,
  schedule,
  seed,
  simulationSpeed,
  text,
} from "./setting-kinds.ts";

interface Setting<T> {
  kind: Kind<T>;
  default: T;
  /** How the default reads in `--help` and in README. */
  shown: string;
  help: string;
}

function setting<T>(kind: Kind<T>, standard: T, shown: string, help: string): Setting<T> {
  return { kind, default: standard, shown, help };
}

/**
 * Every setting there is. A value comes from the flag, then from the variable `WAYBILL_…`, then from here;
 * README's table is made from this one by `settingRows`.
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
  defaultTier: setting(text, "free", "free", "Tier of new accounts, which says how much they may ask."),
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
  webhookSchedule: setting(
    schedule,
    null,
    "10 attempts over 76 h; 4 in the sandbox",
    "Seconds to wait before each delivery attempt, counted from the one before.",
  ),
  webhookAllowCidrs: setting(
    cidrs,
    cidrs.parse(""),
    "none",
    "Otherwise forbidden addresses that webhooks may be sent to.",
  ),
  simulationSpeed: setting(
    simulationSpeed,
    1,
    "1",
    "Speed of the simulated driver where a sandbox shipment names none.",
  ),
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
} as const satisfies Record<string, Setting<never> | Setting<unknown>>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];
export type Config = { readonly [Name in SettingName]: (typeof settings)[Name]["default"] };

/** `webhookSchedule` → `WAYBILL_WEBHOOK_SCHEDULE`. */
export function variableName(name: SettingName): string {
  return `WAYBILL_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** `webhookSchedule` → `--webhook-schedule`. */
export function flagName(name: SettingName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A value that cannot be used: which one, why, and what is allowed. */
export class SettingError extends Error {}

/** Settings as they are written: typed as flags, or what a command has in place of a default. */
export type SettingTexts = { readonly [Name in SettingName]?: string };

export interface EffectiveSetting {
  name: SettingName;
  value: unknown;
  /** As it was written, or as the default reads. */
  text: string;
  source: "flag" | "variable" | "default";
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
    const flag = flags[name];
    if (flag !== undefined)
      return { name, value: parse(name, flagName(name), flag), text: flag, source: "flag" };
    const variable = environment[variableName(name)];
    if (variable !== undefined) {
      return { name, value: parse(name, variableName(name), variable), text: variable, source: "variable" };
    }
    const own = defaults[name];
    const value = own === undefined ? settings[name].default : parse(name, flagName(name), own);
    return { name, value, text: own ?? settings[name].shown, source: "default" };
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

function parse(name: SettingName, source: string, value: string): unknown {
  try {
    return settings[name].kind.parse(value);
  } catch (error) {
    throw new SettingError(`${source} ${(error as Error).message}; it is "${value}"`);
  }
}

/** How the flag is typed: `--port N`. */
export function flagSyntax(name: SettingName): string {
  return `${flagName(name)} ${settings[name].kind.placeholder}`.trim();
}

/** The settings as rows for README: flag, variable, default, meaning. */
export function settingRows(): { flag: string; variable: string; standard: string; help: string }[] {
  return settingNames.map((name) => ({
    flag: flagSyntax(name),
    variable: variableName(name),
    standard: settings[name].shown,
    help: settings[name].help,
  }));
}

/** How whoever started the process wants to hear from it: sd_notify(3), sd_watchdog_enabled(3). */
export interface Supervision {
  socket: string | undefined;
  /** It ends a process that it has not heard of for this long. */
  watchdogMs: number | undefined;
}

export function readSupervision(): Supervision {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = Bun.env;
  return { socket: NOTIFY_SOCKET, watchdogMs: WATCHDOG_USEC ? Number(WATCHDOG_USEC) / 1000 : undefined };
}
