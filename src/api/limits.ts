import { beginKeyAnswer } from "../access/limits/answers.ts";
import { consumeOwnRate } from "../access/limits/attempts.ts";
import { beginSessionRequest } from "../access/limits/sessions.ts";
import { consumeRequest } from "../access/limits/spending.ts";
import { workerOf, workMeter } from "../access/limits/work.ts";
import type { Deps } from "../infra/deps.ts";
import type { AppError } from "../infra/errors.ts";
import { playedBy, type RequestContext, type ResponseMeter } from "../infra/http/context.ts";
import { credentialOf, type Identified } from "../infra/http/principal.ts";
import { isSafe } from "./credentials.ts";

/** What a request used of its principal's limits. */
interface LimitUse {
  /** Rate limit headers, for a refusal too. */
  headers: Record<string, string>;
  refusal?: AppError;
  /** Counts the bytes of the answer. */
  meter?: ResponseMeter | undefined;
}

/** Counts the request for its principal. @throws AppError `rate_limited`, `quota_exceeded`; these count nothing */
export function applyLimits(
  deps: Deps,
  request: Request,
  context: RequestContext,
  headers: Record<string, string | number>,
): void {
  const { principal, receivedAt, route } = context;
  if (principal === null || playedBy(request)) return;
  const waits = route?.operation.isSlow === true && isSafe(request);
  const used = countAgainstLimits(deps, principal, receivedAt, waits);
  Object.assign(headers, used.headers);
  if (used.refusal) throw used.refusal;
  context.responseMeter = used.meter;
}

/** A key uses the requests and the bytes of answers of the account's tier, a session those of its user, a token or driver's device its own and the account's budget. */
function countAgainstLimits(deps: Deps, principal: Identified, receivedAt: number, waits: boolean): LimitUse {
  switch (principal.kind) {
    case "key": {
      const { meter, refusal } = beginKeyAnswer(deps, principal, receivedAt);
      return { ...consumeRequest(deps, principal, receivedAt, refusal), meter };
    }
    case "session":
      return { headers: {}, meter: beginSessionRequest(deps, principal, receivedAt, waits) };
    case "sandbox":
    case "schedule":
      return { headers: {} };
    case "carrier":
      consumeOwnRate(deps, principal.accountId, principal.token.id, receivedAt);
      return { headers: {}, meter: workMeter(deps, workerOf(principal)) };
    case "driver":
      consumeOwnRate(deps, principal.accountId, credentialOf(principal), receivedAt);
      return { headers: {}, meter: workMeter(deps, workerOf(principal)) };
  }
}
