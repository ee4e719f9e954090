import { counted, type Finding, suspicious, verdict, wrong } from "../../infra/backups/diagnosis.ts";
import { secretsIn } from "../../infra/db/resealing.ts";
import { createVault, type StoredSecret, type Vault } from "../../infra/secrets/vault.ts";
import { capitalized } from "../../infra/text/words.ts";
import { SettingError } from "../config/reading.ts";
import { secretKeyGuard } from "../secret-key.ts";
import "../tables.ts";
import { type OpenDatabase, type Patient, platforms, readable } from "./patient.ts";

/** Opens every sealed value with the key of the settings. */

export function examineSecrets(patient: Patient): Finding[] {
  const accounts = readable(patient, "accounts");
  if (accounts === undefined) return [];
  const refusal = refuseKey(patient, accounts);
  if (refusal) return [refusal];
  const vault = createVault(patient.config.secretKey, () => {
    throw new Error("the doctor seals nothing");
  });
  return [accounts, ...platforms(patient)].map((database) => openAll(database, vault));
}

/** What is wrong with the key itself. */
function refuseKey({ dataDir, config: { secretKey } }: Patient, accounts: OpenDatabase): Finding | undefined {
  const where = { check: "secrets", database: null };
  const value = accounts.connection
    .prepare<[string], Uint8Array>("SELECT value FROM installation WHERE name = ?")
    .pluck();
  try {
    secretKeyGuard({ data: dataDir, secretKey })((name) => value.get(name));
    return undefined;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const message = `${capitalized(error.message)}.`;
    const remedy = "Run the doctor with the settings of the server.";
    return secretKey === null ? suspicious(where, message, remedy) : wrong(where, message, remedy);
  }
}

function openAll({ name, db }: OpenDatabase, vault: Vault): Finding {
  const where = { check: "secrets", database: name };
  const closed: string[] = [];
  let total = 0;
  for (const { place, kept } of secretsIn(db)) {
    total += 1;
    if (!opens(vault, kept, place)) closed.push(place);
  }
  return verdict(where, closed, {
    fine: `${counted(total, "secret")} can be read.`,
    broken: `${closed.length} of ${counted(total, "secret")} cannot be decrypted.`,
    remedy:
      name === "accounts"
        ? "Turn these second factors off with `waybill user second-factor-off`; their people set them up again."
        : "Rotate the secrets of these endpoints, enter the credentials of these carriers again, and create new tracking links for these shipments.",
  });
}

function opens(vault: Vault, kept: StoredSecret, place: string): boolean {
  try {
    vault.open(kept, place);
    return true;
  } catch {
    return false;
  }
}
