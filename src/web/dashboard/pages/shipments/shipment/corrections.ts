import {
  type CorrectedStatus,
  correctedStatuses,
  mayCorrect,
} from "@/delivery/lifecycle/state/correction.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { isFinal } from "@/delivery/lifecycle/state/status.ts";

/** What the page offers to correct, and says of it beforehand. */

/** A simulated driver's trip is over. */
export function correctionsOf(
  { status, redacted_at }: Pick<ShipmentView, "status" | "redacted_at">,
  isSimulated: boolean,
): CorrectedStatus[] {
  if (redacted_at !== null) return [];
  return correctedStatuses.filter((to) => mayCorrect(status, to) && (!isSimulated || isFinal(to)));
}

/** What follows for the money, the recipient, the rider and the proof, one sentence each. */
export function consequencesOf(
  { status, assignment }: Pick<ShipmentView, "status" | "assignment">,
  to: CorrectedStatus,
): string[] {
  const driver = assignment?.driver?.name;
  const rider = driver ?? "Your fleet";
  const stop = to === "returning" ? "the way back to the sender" : "the delivery";
  const riderSentence = !isFinal(to)
    ? `${rider} has the job again, with ${stop} as a stop.`
    : isFinal(status)
      ? "Nothing changes for the rider."
      : driver === undefined
        ? "Your fleet has nothing more to do."
        : `${driver} loses the stop.`;
  return [
    "The price stays, unless the quote said what a return or a failure costs: then the difference is charged.",
    "The recipient's page shows the new state at once, without your reason. No email is sent.",
    riderSentence,
    ...(to === "delivered"
      ? ["Your word replaces no proof: what the shipment requires and is missing stays named."]
      : []),
  ];
}
