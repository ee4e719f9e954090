import { sha256Hex } from "../../../infra/ids.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { copyParcel, copyStop } from "../shipments/copying.ts";
import type { ShipmentDraft } from "../shipments/schema.ts";
import type { CreateReturn } from "./schema.ts";

/** What a return says: the way back of a shipment. */

/** The way back of a delivered shipment, where the body says nothing else. Windows and requirements do not come along. */
export function returnDraft(
  original: ShipmentRow,
  { pickup = {}, delivery = {}, ...input }: Omit<NonNullable<CreateReturn>, "accept">,
): ShipmentDraft {
  const { reference = original.reference, parcels = original.parcels.map(copyParcel) } = input;
  return {
    ...input,
    reference,
    parcels,
    pickup: { ...copyStop(original.delivery), ...pickup },
    delivery: { ...copyStop(original.pickup), ...delivery },
    simulation: input.simulation === undefined ? copySimulation(original) : input.simulation,
  };
}

/** The speed of the original, and a seed of its own that nobody guesses who does not know the first one. */
function copySimulation({ simulation }: ShipmentRow): NonNullable<ShipmentDraft["simulation"]> | null {
  if (simulation === null || simulation.isDefault) return null;
  return { speed: simulation.speed, seed: sha256Hex(`return ${simulation.seed}`).slice(0, 16) };
}
