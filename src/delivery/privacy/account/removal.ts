import {
  changeDeletion,
  endDeletion,
  findDeletionIn,
  removeAccountRow,
  removeSomeRows,
  requestDeletion,
} from "../../../access/accounts/deletion/deletion.ts";
import type { DeletionRow } from "../../../access/accounts/deletion/deletion-store.ts";
import { peopleOf } from "../../../access/accounts/deletion/removal.ts";
import { findOperatorAccountId } from "../../../access/accounts/sign-in/operator.ts";
import { eraseTarget } from "../../../access/audit/erasing.ts";
import { appendAudit } from "../../../access/audit/service.ts";
import { emptyLogs, lateMs, retryMs } from "../../../access/erasure/person.ts";
import { recordErasure } from "../../../access/erasure/service.ts";
import { flushSpending } from "../../../access/limits/spending.ts";
import { forgetStorage } from "../../../access/limits/storage.ts";
import { tokenIdsOf } from "../../../access/tokens/service.ts";
import { flushUsage } from "../../../access/usage/counting.ts";
import { disownCounts } from "../../../access/usage/writing.ts";
import type { Store, Tx } from "../../../infra/db/store.ts";
import { inMemory, write, writeTo } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import { operatorIn } from "../../../infra/http/principal.ts";
import { deleteScopes } from "../../../infra/idempotency/service.ts";
import { hourMs } from "../../../infra/units.ts";
import { webhookIdsOf } from "../../../messaging/webhooks/removal.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { forgetAccountOfCarriers } from "../../connections/setup/forgetting.ts";
import { driverIdsOf } from "../../fleet/drivers/places.ts";
import { countOpenShipments } from "../../lifecycle/state/reading.ts";
import { forgetHistory } from "./history.ts";

/**
 * Deletes every row of an account in every database, and its bytes in every file. Each step is a transaction of some
 * milliseconds, and can be repeated: whatever a kill interrupts begins again from the front and finds the rest.
 */

/** An account with open shipments waits for their end. */
const openShipmentsMs = hourMs;

/** Accounts that are being deleted, so that a command and the job do not both. */
const running = inMemory(() => new Map<string, Promise<void>>());

/** Makes what is due of an account's deletion. Several callers wait for the same. */
export function deleteAccount(deps: DeliveryDeps, accountId: string): Promise<void> {
  const known = running(deps).get(accountId);
  if (known) return known;
  const deletion = continueDeletion(deps, accountId).finally(() => running(deps).delete(accountId));
  running(deps).set(accountId, deletion);
  return deletion;
}

async function continueDeletion(deps: DeliveryDeps, accountId: string): Promise<void> {
  const { accounts } = deps.stores;
  const row = await accounts.write((tx) => beginErasing(deps, tx, accountId));
  if (!row) return;
  await removeAll(deps, accountId, row.stage === "erasing");
  await writeTo(accounts, (tx, afterCommit) => {
    if (row.stage !== "erasing") return forgetName(deps, tx, accountId);
    endAccount(deps, tx, accountId);
    afterCommit(() => deps.accountIds?.forget(accountId));
  });
  const isClean = await emptyLogs(deps);
  await accounts.write((tx) => {
    const now = deps.realClock.now();
    if (!isClean) changeDeletion(tx, accountId, { dueAt: now + retryMs });
    else if (row.stage === "erasing") changeDeletion(tx, accountId, { dueAt: now + lateMs });
    else endDeletion(tx, accountId);
  });
}

/**
 * Deletes an account that nobody needs to find again, such as one of a test: at once, also with open shipments, and
 * without a note of it. The bytes in the files go with the files. @throws AppError `not_found`
 */
export async function dropAccount(deps: DeliveryDeps, accountId: string): Promise<void> {
  await requestDeletion(deps, accountId, null);
  await removeAll(deps, accountId, false);
  await writeTo(deps.stores.accounts, (tx, afterCommit) => {
    removeAccountRow(tx, accountId);
    endDeletion(tx, accountId);
    afterCommit(() => deps.accountIds?.forget(accountId));
  });
}

async function removeAll(deps: DeliveryDeps, accountId: string, isNamedByOperator: boolean): Promise<void> {
  const { accounts } = deps.stores;
  await forgetCounts(deps, accountId);
  for (const environment of environments) await removeFrom(deps, environment, accountId);
  if (isNamedByOperator) await accounts.write((tx) => forgetNames(deps, tx, accountId));
  // Or the quotas of the last second would come after the account.
  await flushSpending(deps);
  await removeRows(accounts, accountId);
}

/** @returns undefined while it must wait */
function beginErasing(deps: DeliveryDeps, tx: Tx, accountId: string): DeletionRow | undefined {
  const now = deps.realClock.now();
  const row = findDeletionIn(tx, accountId);
  if (!row || row.dueAt > now) return undefined;
  if (row.stage !== "waiting") return row;
  // A request that had begun before the account was closed may have created one.
  if (countOpenShipments(deps.stores.platform("live").db, accountId) > 0) {
    changeDeletion(tx, accountId, { dueAt: now + openShipmentsMs });
    return undefined;
  }
  changeDeletion(tx, accountId, { stage: "erasing" });
  return { ...row, stage: "erasing" };
}

/** Usage stays as the installation's, without a name. */
async function forgetCounts(deps: DeliveryDeps, accountId: string): Promise<void> {
  await flushUsage(deps);
  const webhookIds = environments.flatMap((environment) =>
    webhookIdsOf(deps.stores.platform(environment).db, accountId),
  );
  await deps.stores.telemetry.run(disownCounts, { accountId, webhookIds });
}

async function removeFrom(deps: DeliveryDeps, environment: Environment, accountId: string): Promise<void> {
  const { db } = deps.stores.platform(environment);
  await forgetHistory(deps, environment, accountId);
  const scopes = [...tokenIdsOf(deps, accountId), ...driverIdsOf(db, accountId)];
  await write(deps, environment, (writing) => {
    forgetAccountOfCarriers(writing, accountId);
    deleteScopes(writing, scopes);
    forgetStorage(writing, scopes);
  });
  // An advance would write the clock's row again.
  if (environment === "sandbox")
    await deps.clocks?.runner.remove(accountId, (drop) => deps.stores.platform("sandbox").write(drop));
  await removeRows(deps.stores.platform(environment), accountId);
}

async function removeRows(store: Store, accountId: string): Promise<void> {
  while (await store.write((tx) => removeSomeRows(tx, accountId)));
}

/** The operator's log outlives the account and its users: it keeps their ids. */
function forgetNames(deps: DeliveryDeps, tx: Tx, accountId: string): void {
  const operatorId = findOperatorAccountId(deps);
  if (operatorId === undefined) return;
  for (const id of [accountId, ...peopleOf(deps, accountId)]) eraseTarget(tx, operatorId, id);
}

/** The operator may have looked at the account meanwhile. */
function forgetName(deps: DeliveryDeps, tx: Tx, accountId: string): void {
  const operatorId = findOperatorAccountId(deps);
  if (operatorId !== undefined) eraseTarget(tx, operatorId, accountId);
}

/** The account's own row goes last. One line without personal data stays in the operator's log. */
function endAccount(deps: DeliveryDeps, tx: Tx, accountId: string): void {
  const operatorId = findOperatorAccountId(deps);
  if (operatorId !== undefined) {
    const target = { type: "account", id: accountId, name: null } as const;
    appendAudit(deps, tx, operatorIn(operatorId), { action: "account.deleted", target });
  }
  forgetName(deps, tx, accountId);
  removeAccountRow(tx, accountId);
  recordErasure(tx, { kind: "account", id: accountId, environment: null }, deps.realClock.now());
  changeDeletion(tx, accountId, { stage: "gone", dueAt: deps.realClock.now() });
}
