import { type Deps, inMemory, type Writing, write } from "../../infra/deps.ts";
import { refuseFields } from "../../infra/errors.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { hasKey } from "../keys/reading.ts";
import { drawRule, type FaultRequest, type FaultTarget, ruleErrors } from "./fault.ts";
import type { FaultRule, FaultsView, PutFaults } from "./schema.ts";
import { type FaultsRow, faultsStore } from "./store.ts";

/** The rules of the accounts that have some. Their rows decide; memory saves a query for each request. */
const activeOf = inMemory((deps) => {
  const rows = faultsStore(deps.stores.platform("sandbox").db).all();
  return new Map(rows.map((row) => [row.accountId, row]));
});

/** Whether any account has rules. Nothing else is looked at while none has. */
export function hasFaults(deps: Deps): boolean {
  return activeOf(deps).size > 0;
}

/** A rule that applies to a request. */
export interface DrawnFault {
  readonly rule: FaultRule;
  /** Its place among the rules. */
  readonly index: number;
  /** Writes down that it applied. Call it before the caller can notice. */
  save(): Promise<void>;
}

/** The rule that applies to a request of an account. It is counted at once. */
export function drawFault(deps: Deps, accountId: string, request: FaultRequest): DrawnFault | undefined {
  const row = activeOf(deps).get(accountId);
  const index = row ? drawRule(row.rules, row.counts, request) : -1;
  const rule = row?.rules[index];
  if (!row || !rule) return undefined;
  return { rule, index, save: () => write(deps, "sandbox", ({ tx }) => faultsStore(tx).saveCounts(row)) };
}

/**
 * Replaces the account's rules; all counts begin at zero. `targets` are what rules may be for.
 * @throws AppError `validation_failed`
 */
export function putFaults(
  deps: Deps,
  caller: Caller,
  { rules }: PutFaults,
  targets: readonly FaultTarget[],
): Promise<FaultsView> {
  refuseFields(ruleErrors(rules, { targets, hasKey: (id) => hasKey(deps, caller, id) }));
  const { accountId } = caller;
  return write(deps, "sandbox", (writing) => {
    const store = faultsStore(writing.tx);
    const before = store.find(accountId)?.updatedAt ?? 0;
    const row: FaultsRow = {
      accountId,
      rules,
      counts: rules.map(() => ({ matched: 0, applied: 0 })),
      updatedAt: Math.max(writing.now, before + 1),
    };
    store.put(row);
    writing.afterCommit(() => activeOf(deps).set(accountId, row));
    return toView(row);
  });
}

export function getFaults(deps: Deps, { accountId }: Caller): FaultsView {
  return toView(activeOf(deps).get(accountId));
}

/** Removes the account's rules. */
export function removeFaults(deps: Deps, { accountId }: Caller): Promise<void> {
  return write(deps, "sandbox", (writing) => forgetFaults(writing, accountId));
}

export function forgetFaults({ deps, tx, afterCommit }: Writing, accountId: string): void {
  faultsStore(tx).remove(accountId);
  afterCommit(() => activeOf(deps).delete(accountId));
}

function toView(row: FaultsRow | undefined): FaultsView {
  const count = (index: number) => row?.counts[index] ?? { matched: 0, applied: 0 };
  return { rules: (row?.rules ?? []).map((rule, index) => ({ ...rule, ...count(index) })) };
}
