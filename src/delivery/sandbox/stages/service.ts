import { findDeletionIn, requestDeletion } from "../../../access/accounts/deletion/deletion.ts";
import { auditOpening, insertAccount } from "../../../access/accounts/opening.ts";
import { changeSettings } from "../../../access/accounts/settings.ts";
import { insertKey } from "../../../access/keys/service.ts";
import { defaultTierName } from "../../../access/limits/tiers.ts";
import { type Scope, scopes } from "../../../access/model.ts";
import type { SeededIds } from "../../../infra/account-ids.ts";
import { fromTimestamp, toTimestamp } from "../../../infra/clock.ts";
import type { Tx } from "../../../infra/db/store.ts";
import { type Deps, inMemory, writeTo } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { type PageQuery, readPage } from "../../../infra/http/pagination.ts";
import { type Caller, operatorIn } from "../../../infra/http/principal.ts";
import { runOnce } from "../../../infra/idempotency/service.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { inTimeOf } from "../../../infra/own-time.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { dropAccount } from "../../privacy/account/removal.ts";
import type { CreateStage, StageView, StageWithKeysView } from "./schema.ts";
import { type NewStage, type StageRow, stageStore } from "./store.ts";

/**
 * Accounts that tests open for themselves. Each belongs to the account that opened it: nobody else sees or deletes it.
 * A stage's key is a key like any other, so it opens stages too.
 */

const defaultName = "Stage";
const removedAtOnce = 100;

/** @throws AppError `stages_unavailable`, `stage_seed_taken`, `account_closing`, `validation_failed` */
export function createStage(deps: Deps, caller: Caller, input: CreateStage): Promise<StageWithKeysView> {
  refuseUnavailable(deps);
  const settings = settingsOf(deps, input ?? {});
  return writeTo(deps.stores.accounts, (tx, afterCommit) =>
    runOnce(tx, caller, deps.realClock.now(), () => {
      const { own, ...stage } = identify(deps, tx, caller.accountId, input ?? {});
      const open = () => openStage(deps, tx, stage, settings);
      if (!own) return open();
      afterCommit(() => own.keep(stage.accountId));
      return own.use(open);
    }),
  );
}

type Identity = Omit<NewStage, "createdAt">;

/** What a person would set, where a stage has none. */
interface StageSettings {
  retentionDays: number | null;
  scopes: Scope[];
  keysExpireAt: number | null;
}

/** @throws AppError `validation_failed` for keys that would have ended */
function settingsOf(
  { realClock }: Deps,
  { retention_days: retentionDays = null, scopes: wanted, key_expires_at }: NonNullable<CreateStage>,
): StageSettings {
  const keysExpireAt = fromTimestamp(key_expires_at ?? undefined) ?? null;
  // The clock of a new account is the real one.
  if (keysExpireAt !== null && keysExpireAt <= realClock.now())
    throw invalidField("#/key_expires_at", "in_past", "must be in the future");
  return { retentionDays, scopes: wanted ?? [...scopes], keysExpireAt };
}

function openStage(
  deps: Deps,
  tx: Tx,
  stage: Identity,
  { retentionDays, scopes: allowed, keysExpireAt }: StageSettings,
): StageWithKeysView {
  const { accountId: id, name } = stage;
  return inTimeOf(deps, { accountId: id, environment: "sandbox" }, () => {
    const account = insertAccount(deps, tx, name, defaultTierName(deps), id);
    const actor = operatorIn(id);
    if (retentionDays !== null) changeSettings(deps, tx, id, { retentionDays });
    auditOpening(deps, tx, actor, account);
    const row = { ...stage, createdAt: account.createdAt };
    stageStore(tx).insert(row);
    const key = (environment: Environment) =>
      insertKey(deps, tx, actor, { name, environment, scopes: allowed, ownExpiresAt: keysExpireAt }).secret;
    return { ...toView(row), keys: { sandbox: key("sandbox"), live: key("live") } };
  });
}

/**
 * What a new stage is called, and ids of its own. Below a seed all is seeded: a stage without a seed of its own then
 * counts by its place among the stages of its opener. @throws AppError `stage_seed_taken`, `account_closing`
 */
function identify(
  { config, ids, accountIds }: Deps,
  tx: Tx,
  openedBy: string,
  { name = defaultName, ...input }: NonNullable<CreateStage>,
): Identity & { own?: SeededIds | undefined } {
  if (findDeletionIn(tx, openedBy)) throw new AppError("account_closing");
  const seed = input.seed ?? null;
  const opener = stageStore(tx).find(openedBy);
  const above = opener ? opener.idsSeed : config.seed;
  const place = seed === null ? ids.make("acct") : null;
  if (place !== null && above === null) return { accountId: place, openedBy, name, seed, idsSeed: null };
  // As short below many stages as below none.
  const idsSeed = sha256Hex(JSON.stringify([above, seed, place]));
  if (stageStore(tx).findBySeed(idsSeed)) throw new AppError("stage_seed_taken");
  const own = accountIds?.begin(idsSeed);
  const accountId = place ?? (own?.ids ?? ids).make("acct");
  // The operator deleted it: the deletion goes on for an hour.
  if (findDeletionIn(tx, accountId)) throw new AppError("stage_seed_taken");
  return { accountId, openedBy, name, seed, idsSeed, own };
}

/** @throws AppError `stages_unavailable`, `cursor_invalid` */
export function listStages(deps: Deps, { accountId }: Caller, query: PageQuery) {
  refuseUnavailable(deps);
  return readPage<StageRow, StageView>(deps, { name: "stages", of: { accountId } }, query, {
    read: (before = `${Number.MAX_SAFE_INTEGER}`, count) =>
      stageStore(deps.stores.accounts.db).list(accountId, Number(before), count),
    placeOf: (row) => row.position,
    view: toView,
  });
}

/** Deletes the stage and those that it opened. @throws AppError `stages_unavailable`, `not_found` */
export async function removeStage(deps: DeliveryDeps, { accountId }: Caller, id: string): Promise<void> {
  refuseUnavailable(deps);
  const row = stageStore(deps.stores.accounts.db).find(id);
  if (row?.openedBy !== accountId) throw new AppError("not_found");
  await dropStage(deps, id);
}

/** Stages that are being deleted. Their seeds are free only when all has ended. */
const dropping = inMemory(() => new Map<string, Promise<void>>());

function dropStage(deps: DeliveryDeps, id: string): Promise<void> {
  const known = dropping(deps).get(id);
  if (known) return known;
  const dropped = dropNow(deps, id).finally(() => dropping(deps).delete(id));
  dropping(deps).set(id, dropped);
  return dropped;
}

async function dropNow(deps: DeliveryDeps, id: string): Promise<void> {
  // First, or its keys would open more.
  await requestDeletion(deps, id, null);
  const opened = () => stageStore(deps.stores.accounts.db).list(id, Number.MAX_SAFE_INTEGER, removedAtOnce);
  for (let own = opened(); own.length > 0; own = opened()) {
    for (const { accountId } of own) await dropStage(deps, accountId);
  }
  await dropAccount(deps, id);
}

/** @throws AppError `stages_unavailable` */
function refuseUnavailable({ config }: Deps): void {
  if (!config.ephemeral) throw new AppError("stages_unavailable");
}

function toView({ accountId, name, seed, createdAt }: NewStage): StageView {
  return { account_id: accountId, name, seed, created_at: toTimestamp(createdAt) };
}
