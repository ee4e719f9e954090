import type { Caller } from "../../../infra/http/principal.ts";
import { saveAnswer, writeOnce } from "../../../infra/idempotency/service.ts";
import { createIds } from "../../../infra/ids.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { findPlacesNow } from "../../lifecycle/places/asking.ts";
import { estimateQuotes } from "../../lifecycle/quotes/estimating.ts";
import type { EstimateView } from "../../lifecycle/quotes/schema.ts";
import { refuseContradictory, warningsOf } from "./contradictions.ts";
import { newShipment, refuseForbidden, refuseInvalid } from "./new-shipment.ts";
import type { ShipmentDraft } from "./schema.ts";

/**
 * What carriers would offer for a shipment. Nothing is stored but the answer, for an idempotency key.
 * @throws AppError `sandbox_only`, `validation_failed`, `coordinates_contradict_address`, `shutting_down`
 */
export async function estimateShipment(
  deps: DeliveryDeps,
  caller: Caller,
  input: ShipmentDraft,
): Promise<EstimateView> {
  refuseForbidden(caller, input);
  refuseInvalid(deps, input);
  refuseContradictory(input);
  const { accountId, environment } = caller;
  const addresses = [input.pickup.address, input.delivery.address];
  await findPlacesNow(deps, environment, accountId, addresses);
  const now = deps.clock.now();
  if (caller.once) await writeOnce(deps, caller, () => null, false);
  // Ids of their own: a seed makes those of real shipments, and an estimate is none.
  const ids = createIds(deps.clock);
  const { db } = deps.stores.platform(environment);
  const draft = newShipment({ deps, environment, now, db }, ids, accountId, input);
  const estimate = await estimateQuotes(deps, environment, draft);
  return saveAnswer(deps, caller, { ...estimate, warnings: warningsOf(input) });
}
