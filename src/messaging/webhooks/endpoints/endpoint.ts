import { dayMs } from "../../../infra/durations.ts";

export type DisabledReason = "owner" | "failures" | "gone";

export const orderings = ["none", "per_shipment"] as const;
/** `per_shipment`: a shipment's next event waits until the one before was delivered or given up. */
export type Ordering = (typeof orderings)[number];

export const perSecondMax = 1000;

const failingMs = 5 * dayMs;
const failuresMin = 20;

/** Whether anything is sent to it: it is enabled, and what waited has been brought to that. */
export function isOpen(endpoint: { disabledReason: DisabledReason | null; unsettled: boolean }): boolean {
  return endpoint.disabledReason === null && !endpoint.unsettled;
}

/** No success for 5 days and 20 failures: the endpoint is given up on until its owner enables it again. */
export function isGivenUp(failingSince: number | null, failureCount: number, now: number): boolean {
  return failingSince !== null && now - failingSince >= failingMs && failureCount >= failuresMin;
}

/** Where a secret of the endpoint is kept: what was encrypted opens there only. */
export function secretPlace(endpointId: string): string {
  return `${endpointId}/secret`;
}

export function headerPlace(endpointId: string, name: string): string {
  return `${endpointId}/headers/${name}`;
}
