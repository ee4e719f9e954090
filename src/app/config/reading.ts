import { readFileSync } from "node:fs";
import type { Kind } from "../../infra/config/kinds.ts";
import {
  fileVariableName,
  flagName,
  type SettingName,
  settingNames,
  settings,
  variableName,
} from "../../infra/config/settings.ts";
import type { Config, SettingReport } from "../../infra/config.ts";
import { type Authority, readAuthorities } from "../../infra/net/authorities.ts";

/** Reads settings from flags and variables. */

const masked = "***";

/** An invalid value; the message says which, why, and what is allowed. */
export class SettingError extends Error {}

/** Settings as text: from flags, or defaults of a command. */
export type SettingTexts = { readonly [Name in SettingName]?: string };

export interface EffectiveSetting {
  name: SettingName;
  value: unknown;
  /** The value as written, or the shown default; secrets are masked. */
  text: string;
  /** The flag or the variable that set it. */
  from: string | null;
  source: SettingReport["source"];
}

/**
 * The settings `names`, each with the source of its value. Variables of other settings are not read.
 * @throws SettingError for an invalid value
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
      throw new SettingError(`${written[1].from} and ${file} are both set; remove one of them`);
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

/** All settings: the given ones, and the defaults of the rest. */
export function toConfig(read: readonly EffectiveSetting[]): Config {
  const standard = settingNames.map((name) => [name, settings[name].default]);
  const values = [...standard, ...read.map(({ name, value }) => [name, value])];
  return Object.fromEntries([["reports", read.map(toReport)], ...values]);
}

/** The flag or the variable that set a setting, by its name; null for a default. */
export function sourcesOf(effective: readonly EffectiveSetting[]): (name: SettingName) => string | null {
  return (name) => effective.find((entry) => entry.name === name)?.from ?? null;
}

/** Whether a flag or a variable set it. */
export function isGiven({ reports }: Pick<Config, "reports">, name: SettingName): boolean {
  return reports.some(({ flag, from }) => flag === flagName(name) && from !== null);
}

/** Whether Waybill has HTTPS of its own. */
export function hasHttps({ domain, tlsCert }: Pick<Config, "domain" | "tlsCert">): boolean {
  return domain !== null || tlsCert !== null;
}

function toReport({ name, text, source, from }: EffectiveSetting): SettingReport {
  const flag = flagName(name);
  const { shown, help } = settings[name];
  return {
    name: flag.slice(2),
    flag,
    variable: variableName(name),
    text,
    standard: shown,
    source,
    from,
    help,
  };
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
    const { isSecret, holdsSecret }: Kind<unknown> = settings[name].kind;
    const isHidden = !isPath && (isSecret || holdsSecret?.(value));
    const shown = isHidden || message.includes(`"${value}"`) ? "" : `; it is "${value}"`;
    throw new SettingError(`${source} ${message}${shown}`);
  }
}

/** The content of a file, trimmed. @throws Error */
export function readSecretFile(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new Error(`names a file that cannot be read (${(error as { code?: string }).code})`, {
      cause: error,
    });
  }
}

/** The certificates in the file that a setting names. @throws SettingError that begins with `source` */
export function readNamedAuthorities(source: string | null, path: string): Authority[] {
  try {
    return readAuthorities(path);
  } catch (error) {
    const reason = (error as Error).message;
    throw new SettingError(`${source} names ${path}, which ${reason}`, { cause: error });
  }
}
