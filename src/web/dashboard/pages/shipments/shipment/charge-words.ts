import type { ChargeView } from "@/delivery/lifecycle/charges/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { Problem } from "@/web/browser/problem.ts";
import { formatMoney } from "../../../format.ts";

/** Charges, and what a driver waited, in words. */

const explanations: Record<string, string> = {
  delivery: "The price of the accepted quote.",
  cancellation: "What the carrier takes for the cancellation.",
  return: "The way back, as the quote said.",
};

/** Why something was charged: in the words of who charged it, else what charges of this kind are for. */
export function explainCharge({ kind, reason, reverses }: ChargeView): string {
  if (reason) return reason;
  if (kind === "adjustment") {
    return reverses === null
      ? "What the end of the delivery, or a correction of it, changes of the price."
      : "Takes a charge back: the carrier did not make the delivery.";
  }
  return explanations[kind] ?? "The reason was erased with the personal data.";
}

/** How long a driver waited at a stop. */
export interface Wait {
  stop: "pickup" | "delivery";
  minutes: number;
}

/** What a shipment knows of its driver's waits. */
export function waitsOf({ pickup, delivery }: Pick<ShipmentView, "pickup" | "delivery">): Wait[] {
  const stops = { pickup, delivery };
  return (["pickup", "delivery"] as const).flatMap((stop) => {
    const minutes = stops[stop].waited_minutes ?? 0;
    return minutes > 0 ? [{ stop, minutes }] : [];
  });
}

/** The minutes of all waits that are not free; each stop has its free ones. */
export function minutesBeyond(waits: readonly Wait[], freeMinutes: number): number {
  return waits.reduce((sum, { minutes }) => sum + Math.max(0, minutes - freeMinutes), 0);
}

/** `The driver waited 25 minutes at the pickup. 10 are free.`; undefined where nobody waited longer than is free. */
export function waitReason(waits: readonly Wait[], freeMinutes: number): string | undefined {
  if (minutesBeyond(waits, freeMinutes) === 0) return undefined;
  const places = waits.map(waitText);
  const free =
    freeMinutes === 0 ? "" : ` ${freeMinutes} ${freeMinutes === 1 ? "is" : "are"} free at each stop.`;
  return `The driver waited ${places.join(" and ")}.${free}`;
}

/** `25 minutes at the pickup`. */
export function waitText({ stop, minutes }: Wait): string {
  return `${minutes === 1 ? "1 minute" : `${minutes} minutes`} at the ${stop}`;
}

/** A refusal of a charge as people read amounts. */
export function chargeProblem(problem: Problem, currency: string): Problem {
  const money = (amount: number) => formatMoney({ amount, currency });
  if (problem.code === "charge_unagreed") {
    return {
      ...problem,
      detail:
        "Charge less, or ask the account to allow more later charges under its Settings. A discount is always possible.",
    };
  }
  if (problem.code === "charge_too_late") {
    return { ...problem, detail: "A charge can be added until 60 days after the end. Settle it elsewhere." };
  }
  const errors = problem.errors?.map((error) => {
    const most = /at most (\d+)/.exec(error.detail)?.[1];
    if (error.code !== "maximum" || most === undefined) return error;
    return { ...error, detail: `must be at most ${money(Number(most))}: the shipment costs no more` };
  });
  return errors === undefined ? problem : { ...problem, errors };
}
