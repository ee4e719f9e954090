import { useParams } from "@tanstack/react-router";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { useRead } from "../../queries.ts";
import { type Side, useSide } from "../../side.ts";

/** How often a carrier's health is read again while somebody looks at it. */
const healthEveryMs = 10_000;

/** The carrier named in the address, for its page and tabs. */
export function useCarrier() {
  const side = useSide();
  const { carrierId = "" } = useParams({ strict: false });
  const path = `${side.base}/carriers/${carrierId}` as const;
  return {
    ...side,
    carrierId,
    path,
    needs: side.needing("carriers:write"),
    changes: carrierChanges(side),
    ...useRead(path, { ...side.call, refetchInterval: healthEveryMs }),
  };
}

/** Paths to read again after a carrier was added, changed or deleted. */
export function carrierChanges({ base }: Pick<Side, "base">): readonly string[] {
  return [`${base}/carriers`, "/platform/carriers", "/platform/account", "/audit"];
}

/** Whether the person who looks may change the carrier: an account sees the installation's, and no more. */
export function isManaged({ settings }: CarrierDetails): boolean {
  return settings !== null;
}
