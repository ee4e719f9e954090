import { reportUnits } from "../../../access/limits/budget.ts";
import { consumeWork, overBudget, type Worker } from "../../../access/limits/work.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { AppError } from "../../../infra/errors.ts";

/**
 * Counts reports against the budget of their sender's account. Beyond it positions are refused: alone they come again
 * later, beside other reports they are left out, because those may move goods.
 * @returns what refuses the positions, and nothing else
 * @throws AppError `rate_limited` for positions alone, and for any reports far beyond the budget
 */
export function payForReports(deps: Deps, worker: Worker, values: readonly unknown[]): AppError | undefined {
  const positions = values.filter(isPosition).length;
  const others = values.length - positions;
  const pay = (count: number, work: "position" | "goods") =>
    count === 0 ? 0 : consumeWork(deps, worker, count * reportUnits, work);
  const wait = pay(others, "goods");
  if (wait > 0) throw overBudget(wait);
  const positionsWait = pay(positions, "position");
  if (positionsWait === 0) return undefined;
  const refusal = overBudget(positionsWait);
  if (others === 0) throw refusal;
  return refusal;
}

export function isPosition(value: unknown): boolean {
  return (value as { type?: unknown } | null)?.type === "position";
}
