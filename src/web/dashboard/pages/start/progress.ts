import type { KeyWithSecretView } from "@/access/keys/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import type { Problem } from "../../../browser/problem.ts";
import { useRead } from "../../queries.ts";
import { useFirstDelivery } from "./first-delivery.ts";
import { type Step, stepsOf } from "./steps.ts";

/** How far the account is, as the API says. */

/** The statuses of shipments that a carrier accepted. */
const accepted = ["assigned", "in_transit", "delivered", "returning", "returned", "failed"] as const;

interface Steps {
  /** Undefined while loading. */
  steps: readonly Step[] | undefined;
  problem: Problem | null;
}

/** `countsPast`: deliveries of long ago count too. */
export function useSteps(
  environment: Environment,
  firstKey: KeyWithSecretView | null | undefined,
  countsPast: boolean,
): Steps {
  const shipments = useRead("/platform/shipments", {
    environment,
    query: { limit: 1 },
  });
  // The page reads them anyway, and they are a tenth of a shipment.
  const statistics = useRead("/platform/shipments/statistics", { environment });
  const firstDelivery = useFirstDelivery(environment, countsPast);
  const needsKey = firstKey === undefined && shipments.data?.data.length === 0;
  const keys = useRead("/keys", { query: { environment }, enabled: needsKey });
  const problem = shipments.error ?? statistics.error ?? firstDelivery.problem ?? keys.error;
  if (!shipments.data || !statistics.data || !firstDelivery.isKnown || keys.isLoading) {
    return { steps: undefined, problem };
  }
  const counts = statistics.data.by_status;
  const found = {
    shipment: shipments.data.data[0],
    isAccepted: accepted.some((status) => (counts[status] ?? 0) > 0),
    keys: keys.data?.data ?? [],
    firstDelivery,
  };
  return { steps: stepsOf(environment, firstKey, found), problem: null };
}
