import { toTimestamp } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import { type Caller, hasScope } from "../../../infra/http/principal.ts";
import { type IdPrefix, isId } from "../../../infra/ids.ts";
import type { ImportKind } from "./columns/field.ts";
import { neededScopes } from "./import.ts";
import type { ImportRowView } from "./row-schema.ts";
import type { ImportRow } from "./rows-store.ts";
import type { ImportSummaryView, ImportView } from "./schema.ts";
import type { ImportRecord } from "./store.ts";

/** Whether a caller sees what the file says: those who could have sent it. */
export function seesValues(caller: Caller, kind: ImportKind): boolean {
  return hasScope(caller, "shipments:write") && hasScope(caller, neededScopes[kind]);
}

/** Without anything that says something of people. */
export function toImportSummary(row: ImportRecord, environment: Environment): ImportSummaryView {
  return {
    id: row.id,
    environment,
    kind: row.kind,
    status: row.status,
    rows: row.rows,
    valid: row.valid,
    duplicates: row.duplicates,
    created: row.created,
    failed: row.failed,
    fault_count: row.faultCount,
    problem: row.problem,
    version: row.version,
    created_at: toTimestamp(row.createdAt),
    expires_at: toTimestamp(row.expiresAt),
    confirmed_at: row.confirmedAt === null ? null : toTimestamp(row.confirmedAt),
    ended_at: row.endedAt === null ? null : toTimestamp(row.endedAt),
  };
}

/** @param faulty the first rows with faults */
export function toImportView(row: ImportRecord, faulty: readonly ImportRow[], caller: Caller): ImportView {
  const isShown = seesValues(caller, row.kind);
  const ofRows = faulty.flatMap(({ row: number, faults }) =>
    faults.map((each) => ({ row: number, ...each })),
  );
  const ofColumns = row.columnFaults.map((each) => ({ row: null, ...each }));
  return {
    ...toImportSummary(row, caller.environment),
    file_name: isShown ? row.fileName : null,
    columns: row.columns.map((column) => (isShown ? column : { ...column, samples: [] })),
    defaults: isShown ? row.defaults : {},
    prices: { sum: row.priceSum, priced_rows: row.pricedRows },
    will_be_told: row.willBeTold,
    faults: [...ofColumns, ...ofRows].slice(0, faultsShownMax),
    warnings: row.warnings,
  };
}

export const faultsShownMax = 100;

/** @param record its import, whose faults are the row's too */
export function toRowView(
  row: ImportRow,
  { kind, columnFaults, confirmedAt }: ImportRecord,
  caller: Caller,
): ImportRowView {
  const isShown = seesValues(caller, kind);
  const { duplicateRow, duplicateId } = row;
  const isDuplicate = duplicateRow !== null || duplicateId !== null;
  const named = (prefix: IdPrefix) =>
    duplicateId !== null && isId(prefix, duplicateId) ? duplicateId : null;
  return {
    row: row.row,
    status: row.status === "valid" && confirmedAt !== null ? "pending" : row.status,
    cells: isShown ? row.cells : null,
    values: isShown ? row.typed : null,
    faults: row.status === "faulty" ? [...columnFaults, ...row.faults] : row.faults,
    warnings: row.warnings,
    duplicate_of: isDuplicate
      ? { row: duplicateRow, shipment_id: named("shp"), contact_id: named("con"), driver_id: named("drv") }
      : null,
    price: row.price,
    shipment_id: row.shipmentId,
    contact_id: row.contactId,
    driver_id: row.driverId,
    problem: row.problem,
  };
}
