import { dayMs } from "../../../infra/units.ts";

export type DisabledReason = "owner" | "failures" | "gone";

export const orderings = ["none", "per_shipment"] as const;
/** `per_shipment`: each event of a shipment waits until the one before is delivered or has failed. */
export type Ordering = (typeof orderings)[number];

export const perSecondMax = 1000;

const failingMs = 5 * dayMs;
const failuresMin = 20;

/** An endpoint's health when it is new, moved or enabled, and after a success. */
export const noFailures = { failingSince: null, failureCount: 0 } as const;

/** Whether anything is sent to it: it is enabled, and its backlog matches that. */
export function isOpen(endpoint: { disabledReason: DisabledReason | null; unsettled: boolean }): boolean {
  return endpoint.disabledReason === null && !endpoint.unsettled;
}

/** After five days and 20 failures without a success, Waybill disables the endpoint. */
export function isGivenUp(failingSince: number | null, failureCount: number, now: number): boolean {
  return failingSince !== null && now - failingSince >= failingMs && failureCount >= failuresMin;
}

/** Binds an encrypted secret to its endpoint: it cannot be decrypted for another place. */
export function secretPlace(endpointId: string): string {
  return `${endpointId}/secret`;
}

export function headerPlace(endpointId: string, name: string): string {
  return `${endpointId}/headers/${name}`;
}
