import type { KeyWithSecretView } from "@/access/keys/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import type { Problem } from "../../../browser/problem.ts";
import { useRead } from "../../queries.ts";
import { useFirstDelivery } from "./first-delivery.ts";
import { type Step, stepsOf } from "./steps.ts";

/** How far the account is, as the API says. */

const assigned = "assigned,in_transit,delivered,returning,returned,failed";

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
  const accepted = useRead("/platform/shipments", {
    environment,
    query: { limit: 1, status: assigned },
  });
  const firstDelivery = useFirstDelivery(environment, countsPast);
  const needsKey = firstKey === undefined && shipments.data?.data.length === 0;
  const keys = useRead("/keys", { query: { environment }, enabled: needsKey });
  const problem = shipments.error ?? accepted.error ?? firstDelivery.problem ?? keys.error;
  if (!shipments.data || !accepted.data || !firstDelivery.isKnown || keys.isLoading) {
    return { steps: undefined, problem };
  }
  const found = {
    shipment: shipments.data.data[0],
    isAccepted: accepted.data.data.length > 0,
    keys: keys.data?.data ?? [],
    firstDelivery,
  };
  return { steps: stepsOf(environment, firstKey, found), problem: null };
}
