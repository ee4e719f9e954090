import { refuseFields } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { saveAnswer, writeOnce } from "../../../infra/idempotency/service.ts";
import { createIds } from "../../../infra/ids.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { findPlacesNow } from "../../lifecycle/places/asking.ts";
import { estimateQuotes } from "../../lifecycle/quotes/estimating.ts";
import type { EstimateView } from "../../lifecycle/quotes/schema.ts";
import { refuseContradictory, warningsOf } from "./contradictions.ts";
import type { EstimateShipment } from "./estimate-schema.ts";
import { newShipment, refuseForbidden, refuseInvalid } from "./new-shipment.ts";
import type { ShipmentDraft } from "./schema.ts";

/**
 * What carriers would offer for a shipment. Nothing is stored but the answer, for an idempotency key.
 * @throws AppError `sandbox_only`, `validation_failed`, `coordinates_contradict_address`, `shutting_down`
 */
export async function estimateShipment(
  deps: DeliveryDeps,
  caller: Caller,
  known: EstimateShipment,
): Promise<EstimateView> {
  refuseForbidden(caller, known);
  refusePlaceless(known);
  const input = completed(known);
  refuseInvalid(deps, input);
  refuseContradictory(input);
  const { accountId, environment } = caller;
  // A geocoder is asked about houses.
  const addresses = [input.pickup.address, input.delivery.address].filter(({ line1 }) => line1 !== "");
  await findPlacesNow(deps, environment, accountId, addresses);
  const now = deps.clock.now();
  if (caller.once) await writeOnce(deps, caller, () => null, { isFinal: false });
  // Ids of their own: a seed makes those of real shipments, and an estimate is none.
  const ids = createIds(deps.clock);
  const { db } = deps.stores.platform(environment);
  const draft = newShipment({ deps, environment, now, db }, ids, accountId, input);
  const estimate = await estimateQuotes(deps, environment, draft);
  return saveAnswer(deps, caller, { ...estimate, warnings: warningsOf(input) });
}

/** @throws AppError `validation_failed` */
function refusePlaceless({ pickup, delivery }: EstimateShipment): void {
  const stops = { pickup, delivery };
  const named = (["pickup", "delivery"] as const).filter((name) => {
    const { city, postal_code } = stops[name].address;
    return !city && !postal_code;
  });
  const detail = "is required where postal_code is missing";
  refuseFields(named.map((name) => ({ pointer: `#/${name}/address/city`, code: "required", detail })));
}

/** Nobody's name, street and town are empty, and carriers read them so. */
function completed({ pickup, delivery, ...beside }: EstimateShipment): ShipmentDraft {
  return { ...beside, pickup: completedStop(pickup), delivery: completedStop(delivery) };
}

function completedStop<T extends EstimateShipment["pickup"]>({ address, ...stop }: T) {
  const { line1, city } = address;
  return {
    ...stop,
    contact: stop.contact ?? { name: "" },
    address: { ...address, line1: line1 ?? "", city: city ?? "" },
  };
}
