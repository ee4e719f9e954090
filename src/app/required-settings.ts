import { listTiers } from "../access/limits/service.ts";
import { findTierName } from "../access/limits/tiers.ts";
import { geocoderSettings } from "../infra/config/geocoder-settings.ts";
import { fileVariableName, flagName, variableName } from "../infra/config/settings.ts";
import { storageSettingNames, type storageSettings } from "../infra/config/storage-settings.ts";
import type { Config } from "../infra/config.ts";
import type { Deps } from "../infra/deps.ts";
import { SettingError } from "./config/reading.ts";

/** The operator defines the tiers, so only an open data folder can tell which names exist. @throws SettingError */
export function requireDefaultTier(deps: Deps): void {
  const { defaultTier } = deps.config;
  if (findTierName(deps.stores.accounts.db, defaultTier) !== undefined) return;
  const names = listTiers(deps).map(({ name }) => name);
  throw new SettingError(
    `${flagName("defaultTier")} or ${variableName("defaultTier")} must be one of ${names.join(", ")}; it is "${defaultTier}"`,
  );
}

/** A message that anybody could have sent is no alarm. @throws SettingError */
export function requireAlarmSecret({ alarmUrl, alarmSecret }: Config): void {
  if (alarmUrl === null || alarmSecret !== null) return;
  const [url, secret] = [variableName("alarmUrl"), variableName("alarmSecret")];
  throw new SettingError(
    `${url} requires ${secret}, which signs the alarms: \`echo "whsec_$(openssl rand -base64 32)"\` prints one`,
  );
}

/** Who sets the key or the pace of a geocoder and no geocoder waits for places that nobody looks for. @throws SettingError */
export function requireGeocoder({ geocoderUrl, reports }: Pick<Config, "geocoderUrl" | "reports">): void {
  if (geocoderUrl !== null) return;
  const names = (Object.keys(geocoderSettings) as (keyof typeof geocoderSettings)[]).map(flagName);
  const idle = reports.find(({ flag, from }) => from !== null && names.includes(flag));
  if (idle === undefined) return;
  const needed = `${flagName("geocoderUrl")} or ${variableName("geocoderUrl")}`;
  throw new SettingError(`${idle.from} has no use without ${needed}: remove it, or give one`);
}

/** Half of an address would be noticed when a backup is needed. @throws SettingError */
export function requireWholeStorage(config: Pick<Config, keyof typeof storageSettings>): void {
  const needed = storageSettingNames.filter((name) => name !== "backupS3Region");
  const missing = needed.filter((name) => config[name] === null);
  const given = storageSettingNames.find((name) => config[name] !== null);
  if (given === undefined || missing.length === 0) return;
  const needs = missing.map((name) => fileVariableName(name) ?? variableName(name)).join(", ");
  throw new SettingError(`${variableName(given)} requires ${needs}, for backups in S3-compatible storage`);
}
