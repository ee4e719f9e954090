import { accountsWithRetention } from "../../access/accounts/retention.ts";
import { type Deps, write } from "../../infra/deps.ts";
import { dayMs } from "../../infra/durations.ts";
import { type Environment, environments } from "../../infra/environment.ts";
import { findShipment } from "../lifecycle/reading.ts";
import { endedShipments } from "../lifecycle/redaction.ts";
import { redactRows } from "./service.ts";
import { beginRedaction } from "./steps.ts";

/** Shipments that one look finds. */
const perLook = 100;

/**
 * Redacts every shipment that ended more days before `now` than its account keeps personal data. One after the other, so that
 * it delays nobody; each is a transaction with a row for what follows, so a kill loses none.
 */
export async function redactEnded(deps: Deps, now: number): Promise<void> {
  for (const { id, days } of accountsWithRetention(deps)) {
    for (const environment of environments) await redactOf(deps, environment, id, now - days * dayMs);
  }
}

async function redactOf(
  deps: Deps,
  environment: Environment,
  accountId: string,
  before: number,
): Promise<void> {
  const { db } = deps.stores.platform(environment);
  for (;;) {
    const ids = endedShipments(db, accountId, before, perLook);
    for (const id of ids) {
      if (deps.stopping.aborted) return;
      await write(deps, environment, (writing) => {
        const shipment = findShipment(writing.tx, id);
        if (shipment) beginRedaction(writing, shipment);
      });
      await redactRows(deps, environment, id);
    }
    if (ids.length < perLook) return;
  }
}
