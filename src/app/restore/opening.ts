import { type OffSiteSettings, openOffSite } from "../../infra/backups/off-site.ts";
import { isOffSiteName, openOffSiteBackup } from "../../infra/backups/off-site-source.ts";
import { type BackupSource, openBackup } from "../../infra/backups/source.ts";
import { systemClock } from "../../infra/clock.ts";
import { variableName } from "../../infra/config/settings.ts";
import type { Config } from "../../infra/config.ts";
import { createTransport } from "../../infra/net/transport.ts";
import type { S3Storage } from "../../infra/s3/storage.ts";
import { readNamedAuthorities, SettingError } from "../config/reading.ts";
import { requireWholeStorage } from "../required-settings.ts";

/** What a command needs to reach the storage. */
export type StorageSettings = OffSiteSettings & Pick<Config, "caFile">;

/** The storage of backups, for a command without a server; null if the settings name none. @throws SettingError */
export async function storageOf(config: StorageSettings): Promise<S3Storage | null> {
  requireWholeStorage(config);
  const { caFile } = config;
  const trusted = caFile === null ? [] : readNamedAuthorities(variableName("caFile"), caFile);
  const transport = createTransport({
    now: systemClock.monotonic,
    authorities: trusted.map(({ pem }) => pem),
  });
  return openOffSite(config, { transport, now: systemClock.now });
}

/**
 * The backup that a command names: a folder, an archive, or one in S3-compatible storage.
 * @throws DataFolderError, SettingError
 */
export async function openNamed(named: string, config: StorageSettings): Promise<BackupSource> {
  if (!isOffSiteName(named)) return openBackup(named);
  const storage = await storageOf(config);
  if (storage !== null) return openOffSiteBackup(storage, named);
  throw new SettingError(`${named} is in S3-compatible storage: set ${variableName("backupS3Endpoint")}`);
}
