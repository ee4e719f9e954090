import type { CarrierIdentity, Service } from "../../model/model.ts";

/** Which carriers and services a shipment or an acceptance wants. */

/** How many carriers, and how many services, one can name. */
export const picksMax = 20;

/** Undefined, null and empty: all. */
export interface Picks {
  /** Ids, or codes, which mean every carrier of that code. */
  carriers?: readonly string[] | null | undefined;
  /** Codes. */
  services?: readonly string[] | null | undefined;
}

export function isPickedCarrier({ carriers }: Picks, { id, code }: CarrierIdentity): boolean {
  return names(carriers) ? carriers.includes(id) || carriers.includes(code) : true;
}

export function isPickedService({ services }: Picks, { code }: Pick<Service, "code">): boolean {
  return names(services) ? services.includes(code) : true;
}

/** Whether something is left out. */
export function isPicking({ carriers, services }: Picks): boolean {
  return names(carriers) || names(services);
}

function names(list: readonly string[] | null | undefined): list is readonly string[] {
  return list != null && list.length > 0;
}
