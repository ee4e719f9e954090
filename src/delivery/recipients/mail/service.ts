import type { Deps } from "../../../infra/deps.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { getShipmentRecord } from "../../lifecycle/state/reading.ts";
import type { RecipientMailsView } from "./schema.ts";
import { recipientMailStore } from "./store.ts";
import { toRecipientMailsView } from "./view.ts";

/** The mails to a shipment's recipient. @throws AppError `not_found` */
export function listRecipientMails(deps: Deps, caller: Caller, shipmentId: string): RecipientMailsView {
  getShipmentRecord(deps, caller, shipmentId);
  const { db } = deps.stores.platform(caller.environment);
  return toRecipientMailsView(recipientMailStore(db).ofShipment(shipmentId));
}
