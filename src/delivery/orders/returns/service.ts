import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { changeShipment } from "../../lifecycle/state/change.ts";
import { findShipment, requireShipment } from "../../lifecycle/state/reading.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { isReturnable } from "../../lifecycle/state/shipment.ts";
import { isFinal } from "../../lifecycle/state/status.ts";
import { refuseContradictory } from "../shipments/contradictions.ts";
import { refuseForbidden, refuseInvalid } from "../shipments/new-shipment.ts";
import type { CreatedShipmentView } from "../shipments/schema.ts";
import { storeAndAccept, storeShipment } from "../shipments/service.ts";
import { returnDraft } from "./draft.ts";
import type { CreateReturn } from "./schema.ts";

/**
 * Creates the shipment that brings a delivered one back, and links both. Otherwise it is a shipment like any other.
 * @throws AppError `sandbox_only`, `scope_missing`, `not_found`, `shipment_not_returnable`, `return_open`,
 * `validation_failed`, `coordinates_contradict_address`, `storage_quota_exceeded`, `shipment_too_large`
 */
export async function createReturn(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  input: CreateReturn,
): Promise<CreatedShipmentView> {
  refuseForbidden(caller, input);
  const { accept: _, ...change } = input ?? {};
  return storeAndAccept(deps, caller, input ?? {}, (writing) => storeReturn(writing, caller, id, change));
}

function storeReturn(
  writing: DeliveryWriting,
  caller: Caller,
  id: string,
  change: Omit<NonNullable<CreateReturn>, "accept">,
): ReturnType<typeof storeShipment> {
  const original = requireShipment(writing, caller, id);
  const draft = returnDraft(original, change);
  refuseInvalid(writing.deps, draft);
  // What comes from the shipment was taken before.
  refuseContradictory(change);
  refuseUnreturnable(original);
  refuseSecond(writing, original);
  const view = storeShipment(writing, caller.accountId, draft, { original });
  changeShipment(writing, original, {
    by: "client",
    message: "A return was created.",
    set: { returnShipmentId: view.id },
  });
  return view;
}

function refuseUnreturnable({ status, redactedAt }: ShipmentRow): void {
  const members = { shipment_status: status };
  if (!isReturnable(status)) {
    const detail = `The shipment is ${status}. Only a delivered shipment can be returned.`;
    throw new AppError("shipment_not_returnable", { detail, members });
  }
  if (redactedAt === null) return;
  const detail = "Its personal data was erased, so nobody knows its addresses. Create a shipment instead.";
  throw new AppError("shipment_not_returnable", { detail, members });
}

/** The goods go back once at a time. An expired return can still be revived. */
function refuseSecond({ tx }: DeliveryWriting, { returnShipmentId: id }: ShipmentRow): void {
  const last = id === null ? undefined : findShipment(tx, id);
  if (!last || isFinal(last.status)) return;
  throw new AppError("return_open", {
    detail: "Its last return has not ended. Use that one, or cancel it first.",
    members: { return_shipment_id: last.id },
  });
}
