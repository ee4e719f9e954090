import { useParams } from "@tanstack/react-router";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { useRead } from "../../queries.ts";
import { useCarriersPlace } from "./place.ts";

/** How often a carrier's health is read again while somebody looks at it. */
const healthEveryMs = 10_000;

/** The carrier named in the address, for its page and tabs. */
export function useCarrier() {
  const place = useCarriersPlace();
  const { carrierId = "" } = useParams({ strict: false });
  const path = `${place.path}/${carrierId}` as const;
  return {
    ...place,
    carrierId,
    path,
    ...useRead(path, { ...place.call, refetchInterval: healthEveryMs }),
  };
}

/** Whether the person who looks may change the carrier: an account sees the installation's, and no more. */
export function isManaged({ settings }: CarrierDetails): boolean {
  return settings !== null;
}
