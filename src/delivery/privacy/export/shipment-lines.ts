import { type Caller, isViewing } from "../../../infra/http/principal.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { listAssignments } from "../../lifecycle/assignments/service.ts";
import { findCarrierLabel } from "../../lifecycle/labels/service.ts";
import { allQuotesOf } from "../../lifecycle/quotes/service.ts";
import type { ShipmentView } from "../../lifecycle/state/schema.ts";
import { proofImageNames } from "../../lifecycle/tracking/reading.ts";
import { getProofImage, getTracking, listPositions } from "../../lifecycle/tracking/service.ts";
import { getPin } from "../../orders/shipments/service.ts";
import { listRecipientMails } from "../../recipients/mail/service.ts";
import { lineOf, pagesOf } from "./line.ts";

/** A shipment with everything that belongs to it. A shipment that a reset deletes meanwhile ends the export. */
export async function* shipmentLines(
  deps: DeliveryDeps,
  caller: Caller,
  shipment: ShipmentView,
): AsyncGenerator<string> {
  const { id } = shipment;
  const of = { shipment_id: id };
  yield lineOf("shipment", shipment);
  // The operator who looks as the account may read no secret.
  const isLooking = caller.kind === "session" && isViewing(caller);
  const { pin } = isLooking ? { pin: null } : getPin(deps, caller, id);
  if (pin !== null) yield lineOf("pin", { ...of, pin });
  for (const quote of allQuotesOf(deps, caller, id)) yield lineOf("quote", quote);
  for await (const assignment of pagesOf((page) => listAssignments(deps, caller, id, page))) {
    yield lineOf("assignment", assignment);
    const label = findCarrierLabel(deps, caller, assignment.id);
    if (label) yield lineOf("label", { ...of, assignment_id: assignment.id, ...toFile(label) });
  }
  yield lineOf("tracking", getTracking(deps, caller, id));
  for await (const position of pagesOf((page) => listPositions(deps, caller, id, page)))
    yield lineOf("position", { ...of, ...position });
  const { data: mails, stopped_at } = listRecipientMails(deps, caller, id);
  for (const mail of mails) yield lineOf("recipient_mail", { ...of, ...mail, stopped_at });
  for (const name of proofImageNames(deps.stores.platform(caller.environment).db, id)) {
    yield lineOf("picture", { ...of, name, ...toFile(getProofImage(deps, caller, id, name)) });
  }
}

function toFile({
  contentType,
  sha256,
  content,
}: {
  contentType: string;
  sha256: string;
  content: Uint8Array;
}) {
  return { content_type: contentType, sha256, content_base64: Buffer.from(content).toString("base64") };
}
