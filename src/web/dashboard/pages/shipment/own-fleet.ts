import type { CarrierDetails } from "../../../../delivery/connections/setup/schema.ts";
import type { ShipmentView } from "../../../../delivery/lifecycle/state/schema.ts";
import { useMay } from "../../permissions.ts";
import { useRead } from "../../queries.ts";

/** Whether the account's own fleet has the shipment, and this person may move it. */
export function useIsOwnFleet({ environment, assignment }: ShipmentView): boolean {
  const may = useMay("dispatch:write");
  const { data: carrier } = useRead<CarrierDetails>(`/platform/carriers/${assignment?.carrier.id}`, {
    environment,
    enabled: assignment !== null && may,
  });
  return may && carrier?.kind === "fleet" && carrier.settings !== null;
}
