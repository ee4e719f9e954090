import { toTimestamp } from "../../../infra/clock.ts";
import type { Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import type { Actor, SessionPrincipal } from "../../../infra/http/principal.ts";
import { qrSvg } from "../../../infra/text/qr.ts";
import type { AuditAction } from "../../audit/audit.ts";
import { appendAudit } from "../../audit/service.ts";
import { queueSecurityMail } from "../mails/security-mails.ts";
import { requireStill } from "../people.ts";
import type { ConfirmSecondFactor, RecoveryCodesView, SecondFactorView } from "../schema.ts";
import { accountStore, type UserRow } from "../store.ts";
import { secretPlace } from "../table.ts";
import { requireConfirmed } from "./confirmation.ts";
import { type SecondFactorRow, secondFactorStore } from "./second-factor-store.ts";
import { consumeCode, findCode, issueRecoveryCodes, makeTotpSecret, totpUri } from "./sign-in-code.ts";

/** The second factor of a person: an app that makes codes, and recovery codes for the day on which it is lost. */

/** Whether signing in asks this user for a code. */
export function hasSecondFactor({ stores }: Deps, userId: string): boolean {
  return secondFactorStore(stores.accounts.db).isActive(userId);
}

export function getSecondFactor({ stores }: Deps, { user: { id } }: SessionPrincipal): SecondFactorView {
  const factors = secondFactorStore(stores.accounts.db);
  const activeAt = factors.find(id)?.activeAt ?? null;
  return {
    active_since: activeAt === null ? null : toTimestamp(activeAt),
    recovery_codes_left: factors.countRecoveryCodes(id),
  };
}

/**
 * Makes a secret for the app; signing in asks for codes once the first one was confirmed. A secret that never was is
 * replaced. @throws AppError `confirmation_required`, `second_factor_active`
 */
export async function startSecondFactor(deps: Deps, signedIn: SessionPrincipal) {
  requireConfirmed(deps, signedIn);
  const { id: userId, email } = signedIn.user;
  const secret = await makeTotpSecret(deps);
  await deps.stores.accounts.write((tx) => {
    requireStill(tx, signedIn);
    refuseActive(secondFactorStore(tx).find(userId));
    const sealed = deps.vault.seal(secret, secretPlace(userId));
    secondFactorStore(tx).put({ userId, secret: sealed, createdAt: deps.realClock.now(), activeAt: null });
  });
  const uri = await totpUri(secret, email);
  return { secret, uri, qr_svg: await qrSvg(uri) };
}

/**
 * Turns the second factor on with the first code of the app.
 * @throws AppError `confirmation_required`, `second_factor_active`, `second_factor_missing`, `validation_failed`
 */
export async function confirmSecondFactor(
  deps: Deps,
  signedIn: SessionPrincipal,
  { code }: ConfirmSecondFactor,
): Promise<RecoveryCodesView> {
  requireConfirmed(deps, signedIn);
  const { accounts } = deps.stores;
  const { id: userId } = signedIn.user;
  const started = secondFactorStore(accounts.db).find(userId);
  refuseActive(started);
  if (!started) throw new AppError("second_factor_missing");
  const found = await findCode(deps, started, code);
  return accounts.write((tx) => {
    requireStill(tx, signedIn);
    const factor = secondFactorStore(tx).find(userId);
    refuseActive(factor);
    const isRight = found !== undefined && "step" in found && factor?.createdAt === started.createdAt;
    if (!isRight || !consumeCode(tx, userId, found)) {
      throw invalidField(
        "#/code",
        "wrong",
        "is wrong or too old: enter the six digits that the app shows now",
      );
    }
    secondFactorStore(tx).put({ ...started, activeAt: deps.realClock.now() });
    audit(deps, tx, signedIn, signedIn.user, "second_factor.enabled");
    return { recovery_codes: issueRecoveryCodes(deps, tx, userId) };
  });
}

/** The ones before no longer work. @throws AppError `confirmation_required`, `second_factor_missing` */
export function replaceRecoveryCodes(deps: Deps, signedIn: SessionPrincipal): Promise<RecoveryCodesView> {
  requireConfirmed(deps, signedIn);
  return deps.stores.accounts.write((tx) => {
    requireStill(tx, signedIn);
    if (!secondFactorStore(tx).isActive(signedIn.user.id)) throw new AppError("second_factor_missing");
    audit(deps, tx, signedIn, signedIn.user, "recovery_codes.replaced");
    return { recovery_codes: issueRecoveryCodes(deps, tx, signedIn.user.id) };
  });
}

/** Turns it off; without one nothing happens. @throws AppError `confirmation_required` */
export async function endSecondFactor(deps: Deps, signedIn: SessionPrincipal): Promise<void> {
  requireConfirmed(deps, signedIn);
  await removeSecondFactor(deps, signedIn, signedIn.user.id);
}

/** @returns whether it was on */
export function removeSecondFactor(deps: Deps, actor: Actor, id: string): Promise<boolean> {
  return deps.stores.accounts.write((tx) => {
    if (actor.kind === "session") requireStill(tx, actor);
    const wasActive = secondFactorStore(tx).isActive(id);
    secondFactorStore(tx).remove(id);
    const user = accountStore(tx).findUser(id);
    if (!wasActive || !user) return false;
    audit(deps, tx, actor, user, "second_factor.disabled");
    queueSecurityMail(deps, tx, user, "second_factor_off");
    return true;
  });
}

function refuseActive(factor: SecondFactorRow | undefined): void {
  if (factor && factor.activeAt !== null) throw new AppError("second_factor_active");
}

function audit(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { id, email }: Pick<UserRow, "id" | "email">,
  action: AuditAction,
): void {
  appendAudit(deps, tx, actor, { action, target: { type: "user", id, name: email } });
}
