import type { AccountEnvironment } from "../access/model.ts";
import type { ResponseCount } from "../access/usage/tally.ts";
import { errorCatalog } from "../infra/error-catalog.ts";

/** How the requests of an account's keys were answered. */
export interface Responses extends AccountEnvironment {
  requests: number;
  /** Answered with a problem, except 429. */
  errors: number;
  rateLimited: number;
  /** Of the errors; null if there is none. */
  commonestCode: string | null;
}

type Counted = Omit<ResponseCount, "hour">;

/** Sums counts for each account and environment. */
export function responsesOf(counts: readonly Counted[]): Responses[] {
  const groups = Map.groupBy(counts, ({ accountId, environment }) => `${accountId} ${environment}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const errors = group.filter(({ code }) => code !== "" && statusOf(code) !== 429);
    const byCode = [...Map.groupBy(errors, ({ code }) => code)].map(([code, of]) => ({
      code,
      total: sumOf(of),
    }));
    const [commonest] = byCode.sort((one, other) => other.total - one.total);
    return {
      accountId: first.accountId,
      environment: first.environment,
      requests: sumOf(group),
      errors: sumOf(errors),
      rateLimited: sumOf(group.filter(({ code }) => statusOf(code) === 429)),
      commonestCode: commonest?.code ?? null,
    };
  });
}

function sumOf(counts: readonly Counted[]): number {
  return counts.reduce((sum, { requests }) => sum + requests, 0);
}

/** Undefined for a success, and for a code of an earlier version. */
function statusOf(code: string): number | undefined {
  return Object.hasOwn(errorCatalog, code)
    ? errorCatalog[code as keyof typeof errorCatalog].status
    : undefined;
}
