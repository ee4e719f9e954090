import {
  type EffectiveSetting,
  readSettings,
  SettingError,
  type SettingTexts,
  sourcesOf,
  toConfig,
} from "../app/config/reading.ts";
import { secureDefaults } from "../app/front/secure-settings.ts";
import { flagName, type SettingName, settingNames } from "../infra/config/settings.ts";
import { storageSettingNames } from "../infra/config/storage-settings.ts";
import { type Flags, settingTexts } from "./command.ts";

/** Settings that only `serve` has. */
export const serveOnly: readonly SettingName[] = [
  "ephemeral",
  "seed",
  "testClock",
  "readyJson",
  "exitWithParent",
  "httpSocket",
  "domain",
  "acmeDirectory",
  "acmeEmail",
  "acmeCaFile",
  "tlsCert",
  "tlsKey",
  "httpPort",
  "httpsPort",
];

/** Settings of persistent folders, which `--ephemeral` does not have. */
const folderSettings: readonly SettingName[] = [
  "data",
  "backupFolder",
  "backupHour",
  "backupKeep",
  "backupCheck",
  ...storageSettingNames,
];

/** Defaults for tests: no limits, webhooks to this machine, instant deliveries. */
const ephemeralDefaults: SettingTexts = {
  defaultTier: "unlimited",
  logLevel: "warn",
  minFreeMb: "0",
  simulationSpeed: "instant",
  testClock: "true",
  validateAnswers: "all",
  webhookAllowCidrs: "127.0.0.0/8,::1/128",
};

/** The settings of `serve`. @throws SettingError for contradictory settings */
export function serveSettings(flags: Flags): EffectiveSetting[] {
  const typed = settingTexts(flags, settingNames);
  const effective = readSettings(typed);
  const { ephemeral, seed } = toConfig(effective);
  const from = sourcesOf(effective);
  // A flag wins over a variable: the container sets WAYBILL_DATA, and `--ephemeral` must work there.
  const isOverridden = (name: SettingName) => typed.ephemeral !== undefined && typed[name] === undefined;
  const other = folderSettings.find((name) => from(name) !== null && !isOverridden(name));
  if (ephemeral && other !== undefined) {
    throw new SettingError(
      `${from("ephemeral")} uses a temporary folder and makes no backups; remove ${from(other)}`,
    );
  }
  if (!ephemeral && seed !== null) {
    throw new SettingError(
      `${from("seed")} makes secrets predictable; use it with ${flagName("ephemeral")} only`,
    );
  }
  const names = ephemeral ? settingNames.filter((name) => !folderSettings.includes(name)) : settingNames;
  const defaults = { ...(ephemeral && ephemeralDefaults), ...secureDefaults(effective) };
  return readSettings(typed, defaults, undefined, names);
}
