import type { AuditAction } from "../../../access/audit/audit.ts";
import { queueAudit } from "../../../access/audit/outbox.ts";
import { type Writing, write } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { hasActiveAssignments } from "../../assignments/carrier-use.ts";
import type { DeliveryDeps } from "../../deps.ts";
import { searchAgain } from "../../dispatch/life.ts";
import { renewCarrier } from "../connections.ts";
import { removeCards } from "../fleet/cards.ts";
import type { CarrierKind } from "../kind.ts";
import { type Manager, requireManaged, type Side, takesAway } from "../service.ts";
import { openSettings, secretPlace } from "../settings.ts";
import { type CarrierRow, carrierStore } from "../store.ts";
import { checkAddresses } from "./addresses.ts";
import {
  merged,
  missingSecrets,
  refuseUnfit,
  type Settings,
  secretNames,
  withGenerated,
} from "./carrier-settings.ts";
import { kindsOf, viewOf } from "./reading.ts";
import type { CarrierWithSecret, CreateCarrier, PatchCarrier } from "./schema.ts";
import { settleCarrier } from "./settling.ts";

/** How many carriers an account, or the installation, may have in each environment. */
const carriersMax = { account: 50, installation: 200 } as const satisfies Record<Side, number>;

/**
 * @throws AppError `validation_failed`, `destination_not_allowed`, `carrier_code_taken`, `secret_key_missing`,
 * `limit_reached`
 */
export async function createCarrier(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  input: CreateCarrier,
): Promise<CarrierWithSecret> {
  const kind = requireKind(deps, caller, input.kind);
  const accountId = side === "account" ? caller.accountId : null;
  const { settings, made } = withGenerated(kind, input.settings, deps.ids);
  refuseUnfit(kind, settings);
  await checkAddresses(deps, kind, settings, accountId);
  return writeOnce(deps, caller, (writing) => {
    const { tx, now } = writing;
    const carriers = carrierStore(tx);
    const id = deps.ids.make("car");
    refuseTaken(writing, { id, accountId, code: input.code });
    const stored = storedSettings(writing, { kind, settings }, { id, secrets: {} });
    if (carriers.countOf(accountId) >= carriersMax[side]) {
      throw new AppError("limit_reached", {
        detail: `At most ${carriersMax[side]} carriers can be set up in each environment. Delete one first.`,
      });
    }
    const row: CarrierRow = {
      id,
      accountId,
      accounts: input.accounts ?? null,
      code: input.code,
      name: input.name,
      kind: kind.code,
      status: "active",
      ...stored,
      version: 1,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      unsettled: false,
    };
    carriers.insert(row);
    renewCarrier(writing, row);
    recordChange(writing, caller, "carrier.created", row);
    return { ...viewOf(deps, caller, side, row), secret: shownOnce(made) };
  });
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
  const { kind: kindCode, accountId } = requireManaged(deps, caller, side, id);
  const kind = patch.settings && requireKind(deps, caller, kindCode);
  if (kind) await checkAddresses(deps, kind, patch.settings ?? {}, accountId);
  const { after, made } = await write(deps, caller.environment, (writing) => {
    const before = requireManaged(deps, caller, side, id);
    const next = kind && patchedSettings(writing, kind, before, patch.settings ?? {});
    if (!accepts(before.version)) throw new AppError("precondition_failed");
    const { settings: _settings, ...named } = patch;
    const stored = next && storedSettings(writing, next, before);
    const set: CarrierRow = { ...before, ...named, ...stored };
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
    recordChange(writing, caller, "carrier.changed", after, changed);
    return { after, made };
  });
  if (after.unsettled) await settleCarrier(deps, caller.environment, id);
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
  await settleCarrier(deps, caller.environment, id);
}

/** @throws AppError `validation_failed` */
function requireKind(deps: DeliveryDeps, caller: Manager, code: string): CarrierKind {
  const kinds = kindsOf(deps, caller);
  const kind = kinds.find((candidate) => candidate.code === code);
  if (kind) return kind;
  const known = kinds.map((candidate) => candidate.code).join(", ");
  throw invalidField(
    "#/kind",
    "enum",
    known === "" ? "is unknown: there are no kinds" : `must be one of ${known}`,
  );
}

interface NextSettings {
  kind: CarrierKind;
  settings: Settings;
  /** The secrets among them that Waybill made. */
  made: Record<string, string>;
}

/** @throws AppError `validation_failed`, `secret_required` */
function patchedSettings(
  { deps }: Writing,
  kind: CarrierKind,
  before: CarrierRow,
  patch: Settings,
): NextSettings {
  const opened = openSettings(deps.vault, before);
  const { settings, made } = withGenerated(kind, merged(opened, patch) as Settings, deps.ids);
  refuseUnfit(kind, settings);
  const missing = missingSecrets(kind, opened, settings, patch);
  if (missing.length > 0) {
    throw new AppError("secret_required", {
      detail: "Send the carrier's secrets again with its new address. Null makes a new signing secret.",
      errors: missing,
    });
  }
  return { kind, settings, made };
}

/** Settings and secrets as they are stored; a secret that did not change stays. @throws AppError `secret_key_missing` */
function storedSettings(
  { deps: { vault }, environment }: Writing,
  { kind, settings }: Omit<NextSettings, "made">,
  { id, secrets }: Pick<CarrierRow, "id" | "secrets">,
): Pick<CarrierRow, "settings" | "secrets"> {
  const names = secretNames(kind).filter((name) => settings[name] != null);
  if (names.length > 0 && environment === "live" && vault.mark === null)
    throw new AppError("secret_key_missing");
  const sealed = names.map((name) => {
    const [place, kept, text] = [secretPlace(id, name), secrets[name], String(settings[name])];
    const isSame = kept !== undefined && vault.open(kept, place) === text;
    return [name, isSame ? kept : vault.seal(text, place)] as const;
  });
  return {
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name))),
    secrets: Object.fromEntries(sealed),
  };
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

const changeable = ["name", "code", "status", "accounts", "settings", "secrets"] as const;

function changedFields(before: CarrierRow, after: CarrierRow): string[] {
  return changeable.filter((name) => !Bun.deepEquals(before[name], after[name]));
}

/** A kind generates at most one secret. */
function shownOnce(made: Record<string, string>): string | null {
  return Object.values(made)[0] ?? null;
}

export function recordChange(
  writing: Writing,
  caller: Manager,
  action: AuditAction,
  { id, name }: CarrierRow,
  changed?: string[],
): void {
  const target = { type: "carrier", id, name } as const;
  queueAudit(writing, caller, { action, target, ...(changed && { details: { changed } }) });
}
