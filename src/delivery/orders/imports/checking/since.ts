import type { Environment } from "@/infra/environment.ts";
import { inSlices } from "@/infra/waiting/turns.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { hasShipmentsSince } from "../../../lifecycle/state/similar.ts";
import { importRowStore } from "../rows-store.ts";
import type { ImportRecord } from "../store.ts";
import { createMadeFinder, type FindMade } from "./duplicates.ts";
import { judgingOf } from "./judge-of.ts";
import { type Judging, judgeRow } from "./judging.ts";

/** What came between the check of an import and its confirmation. */

const rowsPerStep = 50;

/** The valid rows that would make a shipment again which somebody has made since the check, with its id. */
export async function findMadeSince(
  deps: DeliveryDeps,
  environment: Environment,
  record: ImportRecord,
): Promise<ReadonlyMap<number, string>> {
  const { accountId, status, kind, takesAll, updatedAt } = record;
  const { db } = deps.stores.platform(environment);
  const isConcerned = status === "ready" && kind === "shipments" && !takesAll;
  if (!isConcerned || !hasShipmentsSince(db, accountId, updatedAt)) return new Map();
  const judging = await judgingOf(deps, environment, record);
  const found = new Map<number, string>();
  await inSlices(lookAt(record.id, judging, createMadeFinder(db, accountId), found), deps.stopping);
  return found;

  function* lookAt(importId: string, by: Judging, findMade: FindMade, into: Map<number, string>) {
    let after = 0;
    for (;;) {
      const rows = importRowStore(db).list({ importId, after, status: "valid", limit: rowsPerStep });
      for (const row of rows) {
        const { made, keys } = judgeRow(by, row);
        const id = made && !row.isTaken ? findMade(made, keys) : undefined;
        if (id !== undefined) into.set(row.row, id);
        yield;
      }
      if (rows.length < rowsPerStep) return;
      after = rows.at(-1)?.row ?? after;
    }
  }
}
