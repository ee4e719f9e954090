import { AppError } from "../../../infra/errors.ts";
import type { Status } from "../../model/model.ts";
import { correctionsOf, inWords, mayCorrect } from "./correction.ts";
import { type Actor, mayMove, movers, nextStatuses } from "./status.ts";

/** Refuses what the tables of states and of corrections do not have. Pages read the tables without the texts of errors. */

/** @throws AppError `transition_not_allowed` with `{from, to, allowed}` */
export function assertMayMove(from: Status, to: Status, actor: Actor): void {
  if (mayMove(from, to, actor)) return;
  throw new AppError("transition_not_allowed", {
    detail: `The ${movers[actor]} cannot change a shipment from ${from} to ${to}.`,
    members: { from, to, allowed: nextStatuses(from).filter((next) => mayMove(from, next, actor)) },
  });
}

/** @throws AppError `transition_not_allowed` with `{from, to, allowed}` */
export function assertMayCorrect(from: Status, to: Status): void {
  if (mayCorrect(from, to)) return;
  throw new AppError("transition_not_allowed", {
    detail: `A shipment that is ${inWords(from)} cannot be corrected to ${inWords(to)}.`,
    members: { from, to, allowed: correctionsOf(from) },
  });
}
