import { type Deps, inMemory } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";
import { minuteMs } from "../infra/units.ts";
import { settlesWithin } from "../infra/waiting/timeout.ts";
import { createTurns } from "../infra/waiting/turns.ts";

/** Accounts whose data is being exported. */
const running = inMemory(() => new Set<string>());

/**
 * One export of an account runs at a time: a request that reads everything counts as one request.
 * @returns what to call when it is over; a second call ends no other export
 * @throws AppError `limit_reached` while another one runs
 */
export function beginExporting(deps: Deps, accountId: string): () => void {
  const accounts = running(deps);
  if (accounts.has(accountId)) {
    throw new AppError("limit_reached", { detail: "Another export of this account is running." });
  }
  accounts.add(accountId);
  let isRunning = true;
  return () => {
    if (isRunning) accounts.delete(accountId);
    isRunning = false;
  };
}

/** Requests of an account that can wait for their turn. */
const waitingMax = 50;
const turnWithinMs = minuteMs;
const turnsTaken =
  `An account reads one such file after the other, and ${waitingMax} requests wait for up to a minute. ` +
  "Read the files before this one first.";

const turnsOf = inMemory(() => ({ inTurn: createTurns(), waiting: new Map<string, number>() }));

/**
 * Waits until the account's large files before this one were read. A program may ask for many at once, and one of them
 * is in memory at a time.
 * @returns what to call when it is over; it is called too when the client leaves
 * @throws AppError `limit_reached` where too many wait, or those before take too long
 */
export async function waitForTurn(deps: Deps, request: Request, accountId: string): Promise<() => void> {
  // It has no body, so there is nothing to wait for.
  if (request.method === "HEAD") return () => {};
  const { inTurn, waiting } = turnsOf(deps);
  const before = waiting.get(accountId) ?? 0;
  if (before >= waitingMax) throw new AppError("limit_reached", { detail: turnsTaken });
  waiting.set(accountId, before + 1);
  const turn = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  void inTurn(accountId, () => {
    turn.resolve();
    return over.promise;
  });
  request.signal.addEventListener("abort", () => over.resolve(), { once: true });
  const hasTurn = await settlesWithin(turnWithinMs, turn.promise);
  const left = (waiting.get(accountId) ?? 1) - 1;
  if (left > 0) waiting.set(accountId, left);
  else waiting.delete(accountId);
  if (hasTurn) return over.resolve;
  over.resolve();
  throw new AppError("limit_reached", { detail: turnsTaken });
}
