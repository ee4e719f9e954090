import { type Writing, write } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { renewCarrier } from "../../carriers/connections.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { removeCards } from "../../carriers/kinds/fleet/cards.ts";
import { type Manager, recordChange, requireManaged, type Side, takesAway } from "../../carriers/service.ts";
import { type CarrierRow, carrierStore } from "../../carriers/store.ts";
import { hasActiveAssignments } from "../../lifecycle/assignments/service.ts";
import { searchAgain } from "../../lifecycle/driver-jobs/transitions.ts";
import { markFleetAttentionDue } from "../../lifecycle/state/looking.ts";
import { makeAddress } from "../carrier-webhooks/address.ts";
import { checkAddresses } from "./addresses.ts";
import { refuseWrongCredentials } from "./admission.ts";
import { secretNames } from "./carrier-settings.ts";
import { nextMargin, refuseUnfitMargin } from "./margin.ts";
import {
  firstSettings,
  type NextSettings,
  patchedSettings,
  requireKind,
  storedSettings,
} from "./next-settings.ts";
import { viewOf } from "./reading.ts";
import type { CarrierWithSecret, CreateCarrier, PatchCarrier } from "./schema.ts";
import { finishWithdrawal } from "./withdrawal.ts";

/** How many carriers an account, or the installation, may have in each environment. */
const carriersMax = { account: 50, installation: 200 } as const satisfies Record<Side, number>;

/**
 * @throws AppError `validation_failed`, `destination_not_allowed`, `production_credentials`, `carrier_code_taken`,
 * `secret_key_missing`, `limit_reached`
 */
export async function createCarrier(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  input: CreateCarrier,
): Promise<CarrierWithSecret> {
  const accountId = side === "account" ? caller.accountId : null;
  refuseUnfitMargin(input.margin);
  const first = firstSettings(deps, caller, side, input);
  await checkAddresses(deps, first.kind, first.settings, accountId);
  const { environment } = caller;
  const carrier = { id: deps.ids.make("car"), code: input.code, name: input.name, environment, accountId };
  await refuseWrongCredentials(deps, first.kind, first.settings, carrier);
  return writeOnce(deps, caller, (writing) => addCarrier(writing, caller, side, input, first));
}

/** Inside the caller's transaction. Addresses are checked before. @throws AppError as `createCarrier` */
function addCarrier(
  writing: Writing<DeliveryDeps>,
  caller: Manager,
  side: Side,
  input: CreateCarrier,
  { kind, settings, made }: NextSettings,
): CarrierWithSecret {
  const { deps, tx, now } = writing;
  const accountId = side === "account" ? caller.accountId : null;
  const carriers = carrierStore(tx);
  const id = deps.ids.make("car");
  refuseTaken(writing, { id, accountId, code: input.code });
  const stored = storedSettings(writing, { kind, settings }, { id, secrets: {} });
  refuseFull(writing, side, accountId);
  const row: CarrierRow = {
    id,
    accountId,
    accounts: input.accounts ?? null,
    code: input.code,
    name: input.name,
    kind: kind.code,
    status: "active",
    ...stored,
    margin: nextMargin(null, input.margin),
    load: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    unsettled: false,
  };
  carriers.insert(row);
  renewCarrier(writing, row);
  if (deps.carrier(writing.environment, id)?.readWebhook) makeAddress(writing, id);
  recordChange(writing, caller, "carrier.created", row);
  return { ...viewOf(deps, caller, side, row), secret: shownOnce(made) };
}

/**
 * Applies a merge patch. `accepts` compares a version with If-Match. Null for a generated secret makes a new one.
 * @throws AppError as `createCarrier`, and `not_found`, `precondition_failed`, `secret_required`
 */
export async function patchCarrier(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  id: string,
  patch: PatchCarrier,
  accepts: (version: number) => boolean,
): Promise<CarrierWithSecret> {
  const row = requireManaged(deps, caller, side, id);
  const kind = patch.settings && requireKind(deps, caller, row.kind);
  refuseUnfitMargin(patch.margin);
  if (kind) {
    await checkAddresses(deps, kind, patch.settings ?? {}, row.accountId);
    const { settings } = patchedSettings(deps, kind, row, patch.settings ?? {});
    // A key that was set before is judged by the check, so that other settings can be changed beside it.
    const bringsKey = secretNames(kind).some((name) => patch.settings?.[name] != null);
    if (bringsKey)
      await refuseWrongCredentials(deps, kind, settings, { ...row, environment: caller.environment });
  }
  const { after, made } = await write(deps, caller.environment, (writing) => {
    const before = requireManaged(deps, caller, side, id);
    const next = kind && patchedSettings(deps, kind, before, patch.settings ?? {});
    if (!accepts(before.version)) throw new AppError("precondition_failed");
    const { settings: _settings, margin: changedMargin, ...named } = patch;
    const stored = next && storedSettings(writing, next, before);
    const margin = nextMargin(before.margin, changedMargin);
    const set: CarrierRow = { ...before, ...named, ...stored, margin };
    const made = next?.made ?? {};
    const changed = changedFields(before, set);
    if (changed.length === 0) return { after: before, made };
    refuseTaken(writing, set);
    const after: CarrierRow = {
      ...set,
      version: before.version + 1,
      updatedAt: writing.now,
      unsettled: before.unsettled || takesAway(before, set),
    };
    carrierStore(writing.tx).update(after);
    renewCarrier(writing, after);
    searchAgain(writing, id);
    if (kind) markFleetAttentionDue(writing, id);
    recordChange(writing, caller, "carrier.changed", after, changed);
    return { after, made };
  });
  if (after.unsettled) await finishWithdrawal(deps, caller.environment, id);
  return { ...viewOf(deps, caller, side, after), secret: shownOnce(made) };
}

/**
 * Deletes the carrier: it is not asked any more, its open quotes are withdrawn, and its tokens end.
 * @throws AppError `not_found`, `carrier_in_use`
 */
export async function deleteCarrier(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  id: string,
): Promise<void> {
  await write(deps, caller.environment, (writing) => {
    const row = requireManaged(deps, caller, side, id);
    if (hasActiveAssignments(writing.tx, id)) {
      throw new AppError("carrier_in_use", {
        detail: "Pause the carrier, and delete it when its assignments have ended.",
      });
    }
    const after = {
      ...row,
      deletedAt: writing.now,
      updatedAt: writing.now,
      unsettled: true,
      version: row.version + 1,
    };
    carrierStore(writing.tx).update(after);
    removeCards(writing, id);
    renewCarrier(writing, after);
    recordChange(writing, caller, "carrier.removed", row);
  });
  await finishWithdrawal(deps, caller.environment, id);
}

/** @throws AppError `limit_reached` */
export function refuseFull({ tx }: Writing, side: Side, accountId: string | null = null): void {
  if (carrierStore(tx).countOf(accountId) < carriersMax[side]) return;
  throw new AppError("limit_reached", {
    detail: `At most ${carriersMax[side]} carriers can be set up in each environment. Delete one first.`,
  });
}

/** @throws AppError `carrier_code_taken` */
function refuseTaken(
  { tx }: Writing,
  { id, accountId, code }: Pick<CarrierRow, "id" | "accountId" | "code">,
): void {
  const other = carrierStore(tx).findByCode(accountId, code);
  if (other === undefined || other.id === id) return;
  throw new AppError("carrier_code_taken", {
    detail: "Choose another code. Each carrier of an owner has its own.",
    errors: [{ pointer: "#/code", code: "taken", detail: "is the code of another carrier" }],
  });
}

const changeable = ["name", "code", "status", "accounts", "settings", "secrets", "margin"] as const;

function changedFields(before: CarrierRow, after: CarrierRow): string[] {
  return changeable.filter((name) => !Bun.deepEquals(before[name], after[name]));
}

/** A kind generates at most one secret. */
function shownOnce(made: Record<string, string>): string | null {
  return Object.values(made)[0] ?? null;
}
