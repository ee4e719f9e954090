import type { Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { dayMs } from "../../../infra/units.ts";
import { secretPlace } from "../table.ts";
import { type SecondFactorRow, secondFactorStore } from "./second-factor-store.ts";

/** Codes of a second factor: six digits of an app (TOTP, RFC 6238), or a recovery code. */

const stepSeconds = 30;
/** A phone's clock may be this far off, or a person this slow: one step (RFC 6238 §5.2). */
const toleranceSeconds = stepSeconds;
const appCode = /^\d{6}$/;
/** Used steps are remembered for a day, so that a clock that is set back makes no code count twice. */
const keptSteps = dayMs / 1000 / stepSeconds;
/** 160 bits, as RFC 4226 §4 recommends. */
const secretBytes = 20;

const recoveryCodesCount = 10;
/** Crockford's base32, which has no letters that look alike. 16 of them are 80 bits, more than anybody can try. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const recoveryLetters = 16;
const groupLetters = 4;

/** What a code uses up, so that it works once. */
type FoundCode = { readonly step: number } | { readonly recoveryHash: string };

/** A new secret in base32, as apps take it. */
export async function makeTotpSecret({ ids }: Deps): Promise<string> {
  const { ScureBase32Plugin } = await import("otplib");
  return new ScureBase32Plugin().encode(ids.bytes(secretBytes));
}

/** The address that apps read from a QR code. */
export async function totpUri(secret: string, label: string): Promise<string> {
  const { generateURI } = await import("otplib");
  return generateURI({ issuer: "Waybill", label, secret });
}

/** What the code would use up; undefined for a wrong one. A recovery code may still be unknown. */
export async function findCode(
  deps: Deps,
  factor: SecondFactorRow,
  typed: string,
): Promise<FoundCode | undefined> {
  const code = typed.replace(/[\s-]/g, "").toLowerCase();
  if (!appCode.test(code)) return { recoveryHash: recoveryHash(code) };
  const { verifySync } = await import("otplib");
  const secret = deps.vault.open(factor.secret, secretPlace(factor.userId));
  const epoch = Math.floor(deps.realClock.now() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  return result.valid && "timeStep" in result ? { step: result.timeStep } : undefined;
}

/** Uses the code up. @returns false if it was used before, or is no recovery code of this user */
export function consumeCode(tx: Tx, userId: string, found: FoundCode): boolean {
  const factors = secondFactorStore(tx);
  return "step" in found
    ? factors.spendStep(userId, found.step, found.step - keptSteps)
    : factors.spendRecoveryCode(userId, found.recoveryHash);
}

/** Replaces the user's recovery codes. @returns the new ones, which are stored as hashes only */
export function issueRecoveryCodes({ ids }: Deps, tx: Tx, userId: string): string[] {
  const group = () =>
    Array.from({ length: groupLetters }, () => letters[ids.integer(letters.length)]).join("");
  const groups = recoveryLetters / groupLetters;
  const codes = Array.from({ length: recoveryCodesCount }, () =>
    Array.from({ length: groups }, group).join("-"),
  );
  const hashes = codes.map((code) => recoveryHash(code.replaceAll("-", "")));
  secondFactorStore(tx).replaceRecoveryCodes(userId, hashes);
  return codes;
}

/** Letters that look like digits count as the digits, as Crockford's base32 reads them. */
function recoveryHash(code: string): string {
  return sha256Hex(code.replaceAll("o", "0").replace(/[il]/g, "1"));
}
