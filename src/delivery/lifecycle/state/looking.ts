import type { Writing } from "../../../infra/deps.ts";
import type { Status } from "../../model/model.ts";
import type { ShipmentRow } from "./rows.ts";
import { shipmentStore } from "./store.ts";
import { states } from "./transitions.ts";

/**
 * When the rules of attention are looked at after a change. The row alone decides, so a change costs no read. A look that
 * comes too early finds nothing and names the exact time of the next one.
 */

/** How long a round may take to store its end after its deadline. */
const roundEndMs = 1_000;
/** No rule of a shipment on its way holds sooner after a change. */
const movingMs = 60_000;

interface Looked {
  status: Status;
  attentionAt: number | null;
  needsAttention: boolean;
}

/** @param offersEndAt when the first rule about offers can hold, if the change knows it */
export function nextLookAt(
  before: Looked | undefined,
  after: Pick<ShipmentRow, "status" | "needsAttention">,
  now: number,
  { quotingMs, offersEndAt }: { quotingMs: number; offersEndAt?: number | undefined },
): number | null {
  const planned = before?.attentionAt ?? null;
  // Nobody has looked yet at what made it due.
  if (planned !== null && planned <= now) return planned;
  if (after.needsAttention) return now;
  const isSame = before?.status === after.status && planned !== null;
  if (isSame && after.status === "quoted") return Math.min(planned, offersEndAt ?? planned);
  const next = lookAfter(after.status, now, { quotingMs, offersEndAt });
  return isSame && next !== null ? Math.min(planned, next) : next;
}

function lookAfter(
  status: Status,
  now: number,
  { quotingMs, offersEndAt }: { quotingMs: number; offersEndAt?: number | undefined },
): number | null {
  switch (states[status].look) {
    case "round":
      return now + quotingMs + roundEndMs;
    case "quotes":
      return offersEndAt ?? now;
    case "soon":
      return now + movingMs;
    case "now":
      return now;
    case null:
      return null;
  }
}

/** How long before its end a last offer needs a decision: three minutes, or a fifth of a shorter life. */
export function offersEndingAt(lastExpiresAt: number, createdAt: number): number {
  return lastExpiresAt - Math.min(180_000, Math.floor((lastExpiresAt - createdAt) / 5));
}

/** Makes the rules of attention due for all jobs of a fleet that no driver has: how they get one changed. */
export function markFleetAttentionDue({ tx, now }: Writing, carrierId: string): void {
  shipmentStore(tx).lookWithoutDriver(carrierId, now);
}
