import { AppError } from "../infra/errors.ts";
import type { Operation } from "../infra/http/operation.ts";
import { type Identified, isViewing } from "../infra/http/principal.ts";
import { isSafe } from "./credentials.ts";

/**
 * Refuses what the operator may not do while looking as an account: changes, and reading secrets.
 * @throws AppError `viewing_is_read_only`
 */
export function refuseWhileViewing(
  { answer }: Operation,
  principal: Identified | null,
  request: Request,
): void {
  if (principal?.kind !== "session" || !isViewing(principal)) return;
  if (!isSafe(request) || answer?.secret) throw new AppError("viewing_is_read_only");
}
