import { makePart } from "../../../access/keys/parts.ts";
import { AppError, embeddedProblem } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { beginInParts, saveAnswer } from "../../../infra/idempotency/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { awaitCancellation, beginCancellation } from "../../lifecycle/cancelling.ts";
import { getShipmentRecord } from "../../lifecycle/state/reading.ts";
import type { CancelBatch, CancelItem, CancelResult, CancelResults } from "./schema.ts";

/** An item whose carrier was asked has the assignment. */
type Begun = CancelResult & { asked: string | null };

/**
 * Cancels many shipments. Where carriers have to agree, this waits for their answers together, at most 10 s.
 * A refused item refuses no other.
 */
export async function cancelBatch(
  deps: DeliveryDeps,
  caller: Caller,
  { items }: CancelBatch,
): Promise<CancelResults> {
  const begun = await beginInParts<Begun[], CancelResults, DeliveryDeps>(
    deps,
    caller,
    (writing, before = []) =>
      makePart(deps, caller, items, before, {
        make: (item) => beginItem(writing, caller, item),
        refuse: ({ shipment_id }, error) => ({ ...refused(deps, caller, shipment_id, error), asked: null }),
      }),
  );
  if ("answer" in begun) return begun.answer;
  const results = await Promise.all(begun.written.map((item) => awaitResult(deps, caller, item)));
  return saveAnswer(deps, caller, { results });
}

function beginItem(
  writing: DeliveryWriting,
  caller: Caller,
  { shipment_id, reason_code = "cancelled_by_client", message = null }: CancelItem,
): Begun {
  try {
    const { asked } = beginCancellation(writing, caller, shipment_id, { reason_code, message });
    return { shipment_id, result: asked === null ? "cancelled" : "requested", problem: null, asked };
  } catch (error) {
    const isRefusal =
      error instanceof AppError && ["not_found", "shipment_not_cancellable"].includes(error.code);
    if (!isRefusal) throw error;
    return { ...refused(writing.deps, caller, shipment_id, error), asked: null };
  }
}

async function awaitResult(
  deps: DeliveryDeps,
  caller: Caller,
  { asked, ...item }: Begun,
): Promise<CancelResult> {
  if (asked === null) return item;
  try {
    await awaitCancellation(deps, caller.environment, asked);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "carrier_refused_cancellation")) throw error;
    return refused(deps, caller, item.shipment_id, error);
  }
  const { shipment } = getShipmentRecord(deps, caller, item.shipment_id);
  return shipment.status === "cancelled" ? { ...item, result: "cancelled" } : item;
}

function refused(deps: DeliveryDeps, { origin }: Caller, shipment_id: string, error: AppError): CancelResult {
  const problem = embeddedProblem(error, { publicUrl: deps.publicUrl(), requestId: origin.requestId });
  return { shipment_id, result: "refused", problem };
}
