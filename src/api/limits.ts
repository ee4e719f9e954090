import { beginSessionRequest } from "../access/limits/sessions.ts";
import { spendRequest } from "../access/limits/spending.ts";
import type { Deps } from "../infra/deps.ts";
import type { AppError } from "../infra/errors.ts";
import type { AnswerMeter, RequestContext } from "../infra/http/context.ts";
import type { Identified } from "../infra/http/principal.ts";
import { isSafe } from "./credentials.ts";

/** What a request has taken of its principal's limits. */
interface Taken {
  /** Tell of the limits, in a refusal too. */
  headers: Record<string, string>;
  refusal?: AppError;
  /** Takes what the answer will. */
  meter?: AnswerMeter | undefined;
}

/** Counts the request for whoever sent it. @throws AppError `rate_limited`, `quota_exceeded`, which count nothing */
export function applyLimits(
  deps: Deps,
  request: Request,
  context: RequestContext,
  headers: Record<string, string | number>,
): void {
  const { principal, receivedAt, route } = context;
  if (principal === null) return;
  const isWaiting = route?.operation.isSlow === true && isSafe(request);
  const taken = takeOf(deps, principal, receivedAt, isWaiting);
  Object.assign(headers, taken.headers);
  if (taken.refusal) throw taken.refusal;
  context.answerMeter = taken.meter;
}

/** Of the tier with a key, of a person's own limits when signed in. */
function takeOf(deps: Deps, principal: Identified, receivedAt: number, isWaiting: boolean): Taken {
  switch (principal.kind) {
    case "key":
      return spendRequest(deps, principal, receivedAt);
    case "session":
      return { headers: {}, meter: beginSessionRequest(deps, principal, receivedAt, isWaiting) };
  }
}
