import { refuseOverStorage } from "../../access/limits/storage.ts";
import type { Writing } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Caller } from "../../infra/http/principal.ts";
import type { DeliveryWriting } from "../carriers/deps.ts";
import { startRound } from "./quotes/rounds.ts";
import type { RequestQuotes } from "./quotes/schema.ts";
import { changeShipment } from "./state/change.ts";
import { offersEndingAt } from "./state/looking.ts";
import { requireShipment } from "./state/reading.ts";
import type { ShipmentRow } from "./state/rows.ts";
import { mayMove, nextStatuses } from "./state/status.ts";

/** A shipment gets quotes: carriers answered, or the client asks them again. An expired shipment starts over. */

/** Carriers answered: the round is complete, or one of its quotes is about to be accepted. */
export function recordQuotes(
  writing: Writing,
  shipment: ShipmentRow,
  { total, lastExpiresAt }: { total: number; lastExpiresAt: number | null },
  message = total === 1 ? "One quote received." : `${total} quotes received.`,
): ShipmentRow {
  return changeShipment(writing, shipment, {
    by: "system",
    status: "quoted",
    message,
    ...(lastExpiresAt === null ? {} : { offersEndAt: offersEndingAt(lastExpiresAt, writing.now) }),
  });
}

/** Asks the carriers again, and from now on those that are given. @returns null: the response waits for them */
export function startNewRound(
  writing: DeliveryWriting,
  caller: Caller,
  shipmentId: string,
  picks: NonNullable<RequestQuotes>,
): null {
  const shipment = requireShipment(writing, caller, shipmentId);
  refuseOverStorage(writing, caller.accountId);
  if (shipment.status === "expired") {
    const revived = changeShipment(writing, shipment, {
      by: "client",
      status: "created",
      message: "New quotes were requested.",
      set: picks,
    });
    startRound(writing, revived);
    return null;
  }
  if (!mayMove(shipment.status, "quoted", "system")) {
    throw new AppError("transition_not_allowed", {
      detail: `The shipment is ${shipment.status}. Only created, quoted and expired shipments can get quotes.`,
      members: {
        from: shipment.status,
        to: "quoted",
        allowed: nextStatuses(shipment.status).filter((next) => mayMove(shipment.status, next, "client")),
      },
    });
  }
  const isSame = Bun.deepEquals({ ...shipment, ...picks }, shipment);
  const picked = isSame
    ? shipment
    : changeShipment(writing, shipment, {
        by: "client",
        message: "Other carriers or services were chosen.",
        set: picks,
      });
  startRound(writing, picked);
  return null;
}
