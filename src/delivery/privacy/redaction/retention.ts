import { accountsWithRetention, retentionDaysOf } from "../../../access/accounts/deletion/retention.ts";
import type { Db } from "../../../infra/db/store.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import { dayMs } from "../../../infra/units.ts";
import { cancelShipmentNow } from "../../lifecycle/cancelling.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import { endedShipments, expiredShipments, firstEndOf } from "../../lifecycle/state/redaction.ts";
import { isFinal } from "../../lifecycle/state/status.ts";
import { firstUseOf } from "../../orders/contacts/forgetting.ts";
import { firstMappingUseOf, forgetUnusedMappings } from "../../orders/imports/forgetting.ts";
import { firstFormUseOf } from "../../orders/order-forms/forgetting.ts";
import { firstIdleOf } from "../../orders/schedules/forgetting.ts";
import { eraseUnusedContacts } from "./contacts.ts";
import { eraseUnusedForms } from "./order-forms.ts";
import { redactIdleSchedules } from "./schedules.ts";
import { redactRows } from "./service.ts";
import { beginRedaction } from "./steps.ts";

/** Shipments that one look finds. */
const perLook = 100;

/**
 * Redacts every shipment that ended more days before `now` than its account keeps personal data, erases every contact
 * and order form that was not used for so long, what lists take over from one that long ago, and what every schedule is
 * made of that is paused or over for so long. One that expired so long ago is cancelled first: nobody can ask for its quotes again. One after the other, so that it delays nobody; each is a
 * transaction with a row for what follows, so a kill loses none.
 */
export async function redactEnded(deps: Deps, now: number): Promise<void> {
  for (const { id, days } of accountsWithRetention(deps)) {
    for (const environment of environments) {
      if (environment === "sandbox" && deps.clocks?.times.find(id)) continue;
      await redactBefore(deps, environment, id, now - days * dayMs);
    }
  }
}

/**
 * Erases personal data whose time is over, in the sandbox of an account.
 * @returns when its next shipment ended, its next contact or order form was used, or its next schedule ended, long enough ago, at the earliest, and at most a day later: the account may
 * change how long it keeps personal data
 */
export async function redactEndedOf(deps: Deps, now: number, accountId: string): Promise<number> {
  const keptMs = retentionDaysOf(deps, accountId) * dayMs;
  if (keptMs < Number.POSITIVE_INFINITY) await redactBefore(deps, "sandbox", accountId, now - keptMs);
  const { db } = deps.stores.platform("sandbox");
  const firsts = [firstEndOf, firstUseOf, firstFormUseOf, firstIdleOf, firstMappingUseOf].map(
    (first) => (first(db, accountId) ?? now) + keptMs,
  );
  return Math.min(...firsts, now + dayMs);
}

async function redactBefore(
  deps: Deps,
  environment: Environment,
  accountId: string,
  before: number,
): Promise<void> {
  for (const find of [endedShipments, expiredShipments])
    await redactOf(deps, environment, before, (db) => find(db, accountId, before, perLook));
  await eraseUnusedContacts(deps, environment, accountId, before);
  await redactIdleSchedules(deps, environment, accountId, before);
  await eraseUnusedForms(deps, environment, accountId, before);
  await forgetUnusedMappings(deps, environment, accountId, before);
}

async function redactOf(
  deps: Deps,
  environment: Environment,
  before: number,
  find: (db: Db) => string[],
): Promise<void> {
  const { db } = deps.stores.platform(environment);
  for (;;) {
    const ids = find(db);
    for (const id of ids) {
      if (deps.stopping.aborted) return;
      await write(deps, environment, (writing) => beginFor(writing, id, before));
      await redactRows(deps, environment, id);
    }
    if (ids.length < perLook) return;
  }
}

function beginFor(writing: Writing, id: string, before: number): void {
  const shipment = findShipment(writing.tx, id);
  if (!shipment) return;
  const ending = { reason_code: "other", message: null, by: "system", tellsCarrier: false } as const;
  const ended = shipment.status === "expired" ? cancelShipmentNow(writing, shipment, ending) : shipment;
  // Somebody may have asked for its quotes meanwhile, or corrected its state.
  const isLongOver = shipment.status === "expired" || (shipment.endedAt ?? before) < before;
  if (isFinal(ended.status) && isLongOver) beginRedaction(writing, ended);
}
