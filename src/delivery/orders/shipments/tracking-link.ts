import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { markChanged } from "../../../messaging/events/watch.ts";
import { changeShipment } from "../../lifecycle/state/change.ts";
import { noDigitTries } from "../../lifecycle/state/digits.ts";
import { requireShipment, viewOf } from "../../lifecycle/state/reading.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { ShipmentView } from "../../lifecycle/state/schema.ts";
import { linkColumns } from "../../lifecycle/state/tracking-link.ts";

/**
 * Gives the shipment a new link to the recipient's page. The old one is unknown from then on, and wrong tries of the
 * phone's digits count no longer: others may have made them.
 * @throws AppError `not_found`
 */
export function renewTrackingLink(deps: Deps, caller: Caller, id: string): Promise<ShipmentView> {
  return writeOnce(deps, caller, (writing) => {
    const { now } = writing;
    const shipment = requireShipment(writing, caller, id);
    const link = linkColumns(deps.vault, id, deps.ids.token());
    const set = { ...link, linkMadeAt: now, linkEndedAt: null, ...noDigitTries };
    return viewOf(writing, changeLink(writing, shipment, "The tracking link was replaced.", set));
  });
}

/** Ends the link: the page says so. One that was ended already stays so. @throws AppError `not_found` */
export function endTrackingLink(deps: Deps, caller: Caller, id: string): Promise<void> {
  return write(deps, caller.environment, (writing) => {
    const shipment = requireShipment(writing, caller, id);
    if (shipment.linkEndedAt !== null) return;
    changeLink(writing, shipment, "The tracking link was ended.", { linkEndedAt: writing.now });
  });
}

/** Streams of the old link end with their next look at the shipment. */
function changeLink(
  writing: Writing,
  shipment: ShipmentRow,
  message: string,
  set: Partial<ShipmentRow>,
): ShipmentRow {
  markChanged(shipment.id);
  return changeShipment(writing, shipment, { by: "client", message, set });
}
