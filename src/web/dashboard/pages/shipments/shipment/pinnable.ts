import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { pinnableStops } from "@/delivery/lifecycle/state/shipment.ts";
import { useMay } from "../../../permissions.ts";
import { useRead } from "../../../queries.ts";
import type { StopName } from "../new/stop-fields.tsx";
import { closedParts } from "./edit-values.ts";

/** Until a quote is accepted both stops, and for a fleet those that its driver has still to make. */
function stopsToPin({ status, redacted_at }: ShipmentView, hasFleet: boolean): readonly StopName[] {
  if (redacted_at !== null) return [];
  if (!closedParts(status).includes("address")) return ["pickup", "delivery"];
  return (hasFleet && pinnableStops[status]) || [];
}

/** The stops whose pin somebody may set; undefined until it is known who has the shipment. */
export function useStopsToPin(shipment: ShipmentView): readonly StopName[] | undefined {
  const { environment, assignment, status } = shipment;
  const isAsked = useMay("carriers:read") && assignment !== null && pinnableStops[status] !== undefined;
  const { data: carrier, isPending } = useRead(`/platform/carriers/${assignment?.carrier.id ?? ""}`, {
    environment,
    enabled: isAsked,
  });
  if (isAsked && isPending) return undefined;
  return stopsToPin(shipment, carrier?.kind === "fleet");
}
