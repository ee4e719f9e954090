import { type LogLevel, logLevels } from "./log.ts";
import { type Cidrs, parseCidrs } from "./webhooks/address.ts";

/** How a setting is written and read. `parse` throws a sentence that says what is allowed. */
interface Kind<T> {
  placeholder: string;
  parse(text: string): T;
}

interface Setting<T> {
  kind: Kind<T>;
  default: T;
  /** How the default reads in `--help` and in README. */
  shown: string;
  help: string;
}

const text: Kind<string> = {
  placeholder: "TEXT",
  parse(value) {
    if (value.trim() === "") throw new Error("must not be empty");
    return value;
  },
};

const integer = (min: number, max: number): Kind<number> => ({
  placeholder: "N",
  parse(value) {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  },
});

const choice = <const T extends string>(allowed: readonly T[]): Kind<T> => ({
  placeholder: allowed.join("|"),
  parse(value) {
    const found = allowed.find((entry) => entry === value);
    if (found === undefined) throw new Error(`must be one of ${allowed.join(", ")}`);
    return found;
  },
});

const origin: Kind<string | null> = {
  placeholder: "URL",
  parse(value) {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const plain =
      url !== undefined &&
      url.pathname === "/" &&
      url.search === "" &&
      url.hash === "" &&
      url.username === "" &&
      url.password === "";
    if (!plain || !/^https?:$/.test(url.protocol)) {
      throw new Error(
        "must be http:// or https:// with a host and no path, such as https://waybill.example.com",
      );
    }
    return url.origin;
  },
};

const origins: Kind<readonly string[]> = {
  placeholder: "URL,…|*",
  parse: (value) =>
    value.split(",").map((entry) => {
      const name = entry.trim();
      if (name === "*") return name;
      if (name.includes("*")) throw new Error("must name each site in full, or be * for all of them");
      return String(origin.parse(name));
    }),
};

const cidrs: Kind<Cidrs> = {
  placeholder: "CIDR,…",
  parse: (value) => parseCidrs(value.split(",").filter((entry) => entry.trim() !== "")),
};

const scheduleAttemptsMax = 50;
const scheduleSecondsMax = 7 * 86_400;

const schedule: Kind<readonly number[] | null> = {
  placeholder: "SECONDS,…",
  parse(value) {
    const parts = value.split(",").map((entry) => entry.trim());
    const seconds = parts.map(Number);
    const valid = parts.every((part) => /^\d+(\.\d+)?$/.test(part)) && parts.length <= scheduleAttemptsMax;
    if (!valid || seconds.some((wait) => wait > scheduleSecondsMax)) {
      throw new Error(
        `must be 1 to ${scheduleAttemptsMax} waits in seconds, each at most ${scheduleSecondsMax}, such as 0,5,300`,
      );
    }
    return seconds;
  },
};

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
  trustedProxies: setting(cidrs, parseCidrs([]), "none", "Proxies whose X-Forwarded-For is believed."),
  corsOrigins: setting(
    origins,
    [] as readonly string[],
    "none",
    "Sites whose pages may call the API with a key from the browser; * allows all.",
  ),
  signup: setting(choice(["open", "closed"]), "open", "open", "Whether anyone may sign up."),
  logLevel: setting<LogLevel>(choice(logLevels), "info", "info", "What is written to the log."),
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
    parseCidrs([]),
    "none",
    "Otherwise forbidden addresses that webhooks may be sent to.",
  ),
} as const satisfies Record<string, Setting<never> | Setting<unknown>>;

export type SettingName = keyof typeof settings;
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

/**
 * The effective settings. `flags` hold what was typed, `defaults` what a command has in place of a default.
 * @throws SettingError for a value that is not allowed.
 */
export function loadConfig(
  flags: Partial<Record<SettingName, string>> = {},
  defaults: Partial<Config> = {},
  environment: Record<string, string | undefined> = Bun.env,
): Config {
  const names = Object.keys(settings) as SettingName[];
  const entries = names.map((name) => {
    const flag = flags[name];
    if (flag !== undefined) return [name, parse(name, flagName(name), flag)];
    const variable = environment[variableName(name)];
    if (variable !== undefined) return [name, parse(name, variableName(name), variable)];
    return [name, defaults[name] ?? settings[name].default];
  });
  return Object.fromEntries(entries) as Config;
}

function parse(name: SettingName, source: string, value: string): unknown {
  try {
    return settings[name].kind.parse(value);
  } catch (error) {
    throw new SettingError(`${source} ${(error as Error).message}; it is "${value}"`);
  }
}

/** The settings as rows for README and `--help`: flag, variable, default, meaning. */
export function settingRows(): { flag: string; variable: string; standard: string; help: string }[] {
  return (Object.keys(settings) as SettingName[]).map((name) => ({
    flag: `${flagName(name)} ${settings[name].kind.placeholder}`,
    variable: variableName(name),
    standard: settings[name].shown,
    help: settings[name].help,
  }));
}
