import type { Environment } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import { callWithTimeout } from "../../../infra/waiting/timeout.ts";
import type { Carrier } from "../../carriers/carrier.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { marginOf } from "../../carriers/service.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { toQuote } from "./answers.ts";
import { type Answer, askedCarriers, noCarriers, timedOut, toRequest, unavailableIn } from "./ask.ts";
import { callOffAsks, deadlineCame, queueEstimate } from "./queue.ts";
import { refusalOf } from "./rounds.ts";
import type { EstimateView } from "./schema.ts";
import { picksIn } from "./subject.ts";
import { toEstimateView } from "./view.ts";

/**
 * What carriers would offer for a shipment that nobody stores. They are asked as in a round: at the same time, each
 * within its own limit and circuit, until the deadline.
 */

/** @throws AppError `shutting_down` */
export async function estimateQuotes(
  deps: DeliveryDeps,
  environment: Environment,
  draft: ShipmentRow,
): Promise<Omit<EstimateView, "warnings">> {
  const carriers = askedCarriers(deps.carriers(environment, draft.accountId), draft);
  const now = deps.clock.now();
  const answers = await askAll(deps, environment, draft, carriers);
  const key = { shipmentId: draft.id, number: 1 };
  const lifetimeMs = deps.config.quoteLifetimeSeconds * 1000;
  const { db } = deps.stores.platform(environment);
  const offers = answers.flatMap(({ carrier, answer }) => {
    if (answer.kind === "unavailable") return [];
    const margin = marginOf(db, carrier.id);
    return answer.offers.map((offer, index) =>
      toQuote(`${carrier.id}:${index}`, key, { carrier, margin }, offer, { now, lifetimeMs }),
    );
  });
  const unavailable = answers.flatMap(unavailableIn);
  const isNobody = offers.length === 0 && unavailable.length === 0;
  return toEstimateView(environment, draft, offers, isNobody ? [noCarriers(draft)] : unavailable);
}

async function askAll(
  deps: DeliveryDeps,
  environment: Environment,
  draft: ShipmentRow,
  carriers: readonly Carrier[],
): Promise<Answer[]> {
  const refused = carriers.map((carrier) => ({
    carrier: carrier.identity,
    answer: refusalOf({ deps, environment }, carrier, draft),
  }));
  const asked = refused.flatMap(({ carrier, answer }) => (answer === undefined ? [carrier] : []));
  const answers: Answer[] = refused.flatMap(({ carrier, answer }) => (answer ? [{ carrier, answer }] : []));
  const deadlineSeconds = deps.config.quotingDeadlineSeconds;
  const all = Promise.withResolvers<void>();
  const key = { shipmentId: draft.id, number: 1 };
  const collect = (answer: Answer) => {
    answers.push(answer);
    if (answers.length === carriers.length) all.resolve();
  };
  if (asked.length > 0) {
    const now = deps.clock.now();
    const subject = { accountId: draft.accountId, request: toRequest(draft, 1, now), picks: picksIn(draft) };
    queueEstimate(
      deps,
      environment,
      { ...key, deadlineAt: now + deadlineSeconds * 1000, subject, collect },
      asked,
    );
    // After the deadline, or when the server stops, those that have not answered are told apart below.
    await callWithTimeout(deadlineSeconds * 1000, () => all.promise, deps.stopping).catch(() => {});
    callOffAsks(deps, environment, key, deadlineCame);
  }
  if (deps.stopping.aborted) throw new AppError("shutting_down");
  const silent = asked.filter(({ id }) => !answers.some(({ carrier }) => carrier.id === id));
  return [...answers, ...silent.map((carrier) => ({ carrier, answer: timedOut(deadlineSeconds) }))];
}
