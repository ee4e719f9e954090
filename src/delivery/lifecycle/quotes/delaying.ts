import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { QuoteAnswer } from "../../carriers/carrier.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { findShipment } from "../state/reading.ts";
import { storeAnswers } from "./answers.ts";
import { carrierGone, timedOut, toRequest } from "./ask.ts";
import { askStore, delayedAsksDue } from "./ask-store.ts";
import { pickedOf } from "./picks.ts";
import { quoteStore } from "./store.ts";

/**
 * Answers that a script delays. Each is a row with its time and waits in no carrier's lane, so it keeps nobody else
 * waiting, and a restart loses none.
 */

/** Asks of scripted carriers, due when they answer. */
export function delayedAsks({ stores }: Deps, environment: Environment): DueRows {
  return delayedAsksDue(stores.platform(environment));
}

/** Stores the answer of a scripted carrier whose time has come. At the deadline it is too late. */
export async function answerLate(deps: DeliveryDeps, environment: Environment, id: string): Promise<void> {
  const [shipmentId = "", number, carrierId = ""] = id.split(":");
  const key = { shipmentId, number: Number(number) };
  const { db } = deps.stores.platform(environment);
  const shipment = findShipment(db, shipmentId);
  const round = quoteStore(db).findRound(shipmentId, key.number);
  const ask = askStore(db).delayed(shipmentId, key.number, carrierId);
  if (!shipment || round?.state !== "running" || !ask) return;
  const carrier = deps
    .carriers(environment, shipment.accountId)
    .find(({ identity }) => identity.id === carrierId);
  const answered = async (): Promise<QuoteAnswer> => {
    if (ask.answersAt >= round.deadlineAt) return timedOut(deps.config.quotingDeadlineSeconds);
    const request = toRequest(shipment, key.number, deps.clock.now());
    return carrier ? pickedOf(shipment, await carrier.quote(request, deps.stopping)) : carrierGone;
  };
  const answer = await answered();
  await write(deps, environment, (writing: DeliveryWriting) =>
    storeAnswers(writing, key, [{ carrier: ask.carrier, answer }]),
  );
}
