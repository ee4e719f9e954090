import type { BudgetView, LimitsView } from "../schema.ts";
import { budgetOf } from "./budget.ts";
import type { Limits } from "./limit.ts";

export function toLimitsView({ rate, perDay, storageBytes }: Limits): LimitsView {
  return {
    requests_per_second: rate.perSecond,
    burst: rate.burst,
    requests_per_day: perDay,
    storage_bytes: storageBytes,
  };
}

export function toBudgetView(limits: Limits): BudgetView {
  const { answers, work, streams } = budgetOf(limits);
  return {
    response_bytes_per_second: answers.perSecond,
    response_bytes_burst: answers.burst,
    work_per_second: work.perSecond,
    work_burst: work.burst,
    streams,
  };
}
