import { leaveErasures, leftErasures } from "../../infra/backups/erasure-list.ts";
import { restoreBackup } from "../../infra/backups/restoring.ts";
import type { Config } from "../../infra/config.ts";
import { DataFolderError } from "../../infra/db/data-folder-error.ts";
import { openPatient, readable } from "../doctor/patient.ts";
import { examineSecrets } from "../doctor/secrets.ts";
import { secretKeyGuard } from "../secret-key.ts";
import { type ErasedSince, erasedSince } from "./erased.ts";
import { openNamed, type StorageSettings } from "./opening.ts";
import { overviewOf, type RestoredDatabase } from "./overview.ts";

/** The result of `waybill restore`, as `--json` prints it. */
export interface RestoreReport {
  readonly backup: string;
  readonly data: string;
  readonly waybill: string;
  readonly taken_at: string;
  /** Where the former content of the folder is; null if it was empty. */
  readonly replaced: string | null;
  readonly databases: readonly RestoredDatabase[];
  /** What was erased after the backup was taken, as far as it is known. The next start erases it again. */
  readonly erased: ErasedSince;
}

export interface RestoreOrder {
  backup: string;
  config: Pick<Config, "data" | "secretKey" | "minFreeMb"> & StorageSettings;
  replace: boolean;
  /** Folder that holds the driver's addon. Default: the data folder. */
  addonFolder?: string;
  now(): number;
  onStep(step: string, share: number): void;
}

/**
 * Restores a backup into the data folder of the settings.
 * @throws DataFolderError, SettingError for a secret key that does not open its secrets; then the folder is as it was
 */
export async function restore({ backup, config, ...order }: RestoreOrder): Promise<RestoreReport> {
  const { data: dataDir, minFreeMb } = config;
  const source = await openNamed(backup, config);
  let databases: RestoredDatabase[] = [];
  let erased: ErasedSince = { isKnown: false, erasures: [] };
  const replaced = await restoreBackup({
    ...order,
    source,
    dataDir,
    minFreeMb,
    examine(folder, nativeBinding) {
      refuseSecrets(source.path, folder, config, nativeBinding, order.now());
      databases = overviewOf(folder, dataDir, source.manifest, nativeBinding);
      erased = erasedSince(source, dataDir, nativeBinding);
      if (erased.erasures.length > 0) leaveErasures(folder, erased.erasures);
    },
    onFinished(former, nativeBinding) {
      databases = overviewOf(dataDir, former, source.manifest, nativeBinding);
      const { isKnown } = erasedSince(source, former, nativeBinding);
      erased = { isKnown, erasures: leftErasures(dataDir) ?? [] };
    },
  });
  const { waybill, taken_at } = source.manifest;
  return { backup: source.path, data: dataDir, waybill, taken_at, replaced, databases, erased };
}

/** Whether the server can start with this key on these files. */
function refuseSecrets(
  backup: string,
  folder: string,
  config: RestoreOrder["config"],
  nativeBinding: string | undefined,
  now: number,
): void {
  using patient = openPatient(folder, config, now, nativeBinding);
  const accounts = patient.databases.find(({ name }) => name === "accounts");
  const value = accounts?.connection
    .prepare<[string], Uint8Array>("SELECT value FROM installation WHERE name = ?")
    .pluck();
  secretKeyGuard({ data: backup, secretKey: config.secretKey })((name) => value?.get(name));
  const closed = readable(patient, "accounts") ? examineSecrets(patient) : [];
  for (const { state, message, examples } of closed) {
    if (state !== "error") continue;
    throw new DataFolderError("damaged", `${backup}: ${message} (${examples.join(", ")})`);
  }
}
