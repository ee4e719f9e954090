import { counted, type Finding, suspicious, verdict, wrong } from "../../infra/backups/diagnosis.ts";
import { ifReadable, leftErasures } from "../../infra/backups/erasure-list.ts";
import type { Environment } from "../../infra/environment.ts";
import { type OpenDatabase, type Patient, platforms, readable } from "./patient.ts";

/**
 * Personal data that was erased and has come back: its shipment was restored to an earlier moment than the database that
 * knows of the erasure. The accounts list every erasure; telemetry keeps ids for as long as the request log.
 */

export function examineErasures(patient: Patient): Finding[] {
  const where = { check: "erasures", database: null } as const;
  const waiting = ifReadable(() => leftErasures(patient.dataDir)?.length ?? 0);
  if (waiting === undefined) {
    return [
      wrong(
        where,
        "Waybill cannot read which personal data it has to erase again, and does not start.",
        "Restore the backup again.",
      ),
    ];
  }
  if (waiting > 0) {
    return [
      suspicious(
        where,
        `The restored backup holds personal data that was erased: ${counted(waiting, "erasure")} must be repeated.`,
        "Start the server: it erases the data again.",
      ),
    ];
  }
  const accounts = readable(patient, "accounts");
  return [
    ...(accounts ? [peopleCameBack(accounts)] : []),
    ...platforms(patient).map((platform) => cameBack(patient, platform)),
  ];
}

/** Accounts and people, in the accounts themselves. Those whose deletion runs are on their way out. */
function peopleCameBack({ connection }: OpenDatabase): Finding {
  const where = { check: "erasures", database: "accounts" } as const;
  const back = connection
    .prepare<[], string>(
      `SELECT id FROM erasures WHERE kind = 'user' AND id IN (SELECT id FROM users)
       UNION ALL SELECT id FROM erasures WHERE kind = 'account' AND id IN (SELECT id FROM accounts)
       AND id NOT IN (SELECT account_id FROM account_deletions)`,
    )
    .pluck()
    .all();
  return verdict(where, back, {
    fine: "No deleted account and nobody who was removed has come back.",
    broken: `Accounts or people that were deleted have come back: ${back.length}.`,
    remedy: "Waybill deletes them again, people once their account has another owner.",
  });
}

function cameBack(patient: Patient, { name, connection }: OpenDatabase & { name: Environment }): Finding {
  const where = { check: "erasures", database: name };
  const isBack = connection.prepare("SELECT 1 FROM shipments WHERE id = ? AND redacted_at IS NULL");
  const back = [...erasedIds(patient, name)].filter((id) => isBack.get(id) !== undefined);
  return verdict(where, back, {
    fine: "No erased personal data has come back.",
    broken: `The personal data of ${counted(back.length, "shipment")} was erased and has come back.`,
    remedy:
      "Waybill repeats erasures that a restore listed, once their shipments have ended. Redact all others again.",
  });
}

function erasedIds(patient: Patient, environment: Environment): Set<string> {
  const read = (database: OpenDatabase | undefined, sql: string): string[] =>
    database?.connection.prepare<[], string>(sql).pluck().all() ?? [];
  return new Set([
    ...read(readable(patient, "telemetry"), "SELECT id FROM redacted_ids WHERE id GLOB 'shp_*'"),
    ...read(
      readable(patient, "accounts"),
      `SELECT id FROM erasures WHERE kind = 'shipment' AND environment = '${environment}'`,
    ),
  ]);
}
