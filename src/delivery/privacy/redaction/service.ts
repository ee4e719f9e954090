import { queueAudit } from "../../../access/audit/outbox.ts";
import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { saveAnswer, writeOnce } from "../../../infra/idempotency/service.ts";
import { getShipmentRecord, requireShipment, viewOf } from "../../lifecycle/state/reading.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { ShipmentView } from "../../lifecycle/state/schema.ts";
import { isFinal } from "../../lifecycle/state/status.ts";
import { trackingUrl } from "../../lifecycle/state/tracking-link.ts";
import { toShipmentView } from "../../lifecycle/state/view.ts";
import { eraseFiles } from "./files.ts";
import { beginRedaction, continueRedaction } from "./steps.ts";
import { redactionStore, redactionsDue } from "./store.ts";

/**
 * Erases the personal data of a finished shipment everywhere. It answers when nothing shows it any more; files follow
 * within seconds. One that was redacted before is shown as it is.
 * @throws AppError `not_found`, `shipment_not_final`
 */
export async function redactShipment(deps: Deps, caller: Caller, id: string): Promise<ShipmentView> {
  await writeOnce(
    deps,
    caller,
    (writing) => {
      const shipment = requireShipment(writing, caller, id);
      refuseUnlessFinal(shipment);
      if (shipment.redactedAt === null) {
        beginRedaction(writing, shipment);
        queueAudit(writing, caller, {
          action: "shipment.redacted",
          target: { type: "shipment", id, name: shipment.trackingNumber },
        });
      }
      return viewOf(writing, requireShipment(writing, caller, id));
    },
    { isFinal: false },
  );
  await redactRows(deps, caller.environment, id);
  const { shipment, assignment } = getShipmentRecord(deps, caller, id);
  const view = toShipmentView(shipment, assignment, caller.environment, trackingUrl(deps, shipment));
  return saveAnswer(deps, caller, view);
}

/** Does what is left of a redaction but for the files, in steps. Several callers do no harm. */
export async function redactRows(deps: Deps, environment: Environment, id: string): Promise<void> {
  const step = () => write(deps, environment, (writing: Writing) => continueRedaction(writing, id));
  while (await step());
}

function refuseUnlessFinal({ status }: ShipmentRow): void {
  if (isFinal(status)) return;
  throw new AppError("shipment_not_final", {
    detail: `The shipment is ${status}. Only a delivered, cancelled, failed or returned shipment can be redacted.`,
    members: { shipment_status: status },
  });
}

/** Redactions that are not complete. */
export function waitingRedactions({ stores }: Deps, environment: Environment): DueRows {
  return redactionsDue(stores.platform(environment));
}

/** Ends a redaction, wherever it stands. */
export async function completeRedaction(deps: Deps, environment: Environment, id: string): Promise<void> {
  await redactRows(deps, environment, id);
  // A pass that began for others may have served it.
  const { db } = deps.stores.platform(environment);
  if (redactionStore(db).find(id)) await eraseFiles(deps, environment);
}
