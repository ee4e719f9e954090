import { recordErasures } from "../../../access/erasure/service.ts";
import { flushRequests } from "../../../access/request-log/recording.ts";
import { redactRequests } from "../../../access/request-log/redacting.ts";
import type { Db } from "../../../infra/db/store.ts";
import { type Deps, inMemory, write } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import { isId } from "../../../infra/ids.ts";
import { hourMs } from "../../../infra/units.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import { assignmentsOf } from "../../lifecycle/state/redaction.ts";
import { orderOfShipment } from "../../orders/order-forms/forgetting.ts";
import { type RedactionRow, redactionStore } from "./store.ts";

/**
 * Erases what files still hold after the rows were rewritten: the request log, and the logs that databases write ahead.
 * One pass serves all redactions that wait for it, because each reads the account's request log.
 */

/** Redactions of one pass. */
const perPass = 500;
/** Writes wait while a log is emptied, so passes keep a distance. */
const restMs = 1_000;
/** A backup that reads a database keeps its log from being emptied. */
const retryMs = 2_000;

/** What ids of redactions are of; all others are of shipments. */
const kinds = [
  ["con", "contact"],
  ["sch", "schedule"],
  ["frm", "order_form"],
  ["ord", "order_request"],
] as const;

/** No request takes longer. */
const requestMaxMs = hourMs;

interface Passes {
  /** Resolves when the next one may begin. */
  last: Promise<void>;
  /** The pass that has not begun. */
  next: Promise<void> | undefined;
}

const passesOf = inMemory(
  () =>
    Object.fromEntries(
      environments.map((environment) => [environment, { last: Promise.resolve(), next: undefined }]),
    ) as Record<Environment, Passes>,
);

/** Resolves after a pass that began after the call. */
export function eraseFiles(deps: Deps, environment: Environment): Promise<void> {
  const passes = passesOf(deps)[environment];
  if (passes.next) return passes.next;
  const next = passes.last.then(() => {
    passes.next = undefined;
    return pass(deps, environment);
  });
  passes.next = next;
  passes.last = next.catch(() => {}).then(() => Bun.sleep(restMs));
  return next;
}

async function pass(deps: Deps, environment: Environment): Promise<void> {
  const store = deps.stores.platform(environment);
  const rows = redactionStore(store.db).inFiles(deps.realClock.now(), perPass);
  if (rows.length === 0) return;
  const isErased = await erase(deps, environment, rows);
  const erasures = rows.map(({ shipmentId: id }) => {
    return { kind: kinds.find(([prefix]) => isId(prefix, id))?.[1] ?? "shipment", id, environment } as const;
  });
  if (isErased) await recordErasures(deps, erasures);
  const dueAt = deps.realClock.now() + retryMs;
  await write(deps, environment, ({ tx }) => {
    for (const { shipmentId } of rows) {
      if (isErased) redactionStore(tx).remove(shipmentId);
      else redactionStore(tx).change(shipmentId, { dueAt });
    }
  });
}

/** @returns false if another process reads a database just now */
async function erase(deps: Deps, environment: Environment, rows: readonly RedactionRow[]): Promise<boolean> {
  try {
    await eraseRequests(deps, environment, rows);
  } catch (error) {
    if (error instanceof AppError && error.code === "busy") return false;
    throw error;
  }
  return deps.stores.platform(environment).emptyLog();
}

async function eraseRequests(
  deps: Deps,
  environment: Environment,
  rows: readonly RedactionRow[],
): Promise<void> {
  const store = deps.stores.platform(environment);
  // Requests that were answered before still wait in memory.
  await flushRequests(deps);
  for (const [accountId, own] of Map.groupBy(rows, (row) => row.accountId)) {
    const named = own.map(({ shipmentId }) => namesOf(store.db, shipmentId));
    await deps.stores.telemetry.run(redactRequests, {
      accountId,
      environment,
      ids: named.flatMap(({ ids }) => ids),
      // The log has real times, and those of the sandbox may be ahead of them.
      since: deps.clocks ? 0 : Math.min(...named.map(({ since }) => since)),
      now: deps.realClock.now(),
    });
  }
}

/**
 * The ids that requests about the shipment have, and the time of the first: the one that created it came before it. The
 * shipment may be deleted by now; then the requests may be of any time.
 */
function namesOf(db: Db, shipmentId: string): { ids: string[]; since: number } {
  const orderId = orderOfShipment(db, shipmentId);
  const made = assignmentsOf(db, shipmentId).map(({ id }) => id);
  const ids = [shipmentId, ...made, ...(orderId === undefined ? [] : [orderId])];
  return { ids, since: (findShipment(db, shipmentId)?.createdAt ?? 0) - requestMaxMs };
}
