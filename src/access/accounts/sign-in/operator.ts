import type { Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { operatorIn, type RequestOrigin } from "../../../infra/http/principal.ts";
import { isHashOf, sha256Hex } from "../../../infra/ids.ts";
import { minuteMs } from "../../../infra/units.ts";
import { unlimitedTierName } from "../../limits/tiers.ts";
import { normalizeEmail } from "../account.ts";
import { auditOpening, insertAccount, insertUser, type Member } from "../opening.ts";
import { hashPassword, refuseCommonPassword } from "../proof/password.ts";
import { secondFactorStore } from "../proof/second-factor-store.ts";
import type { SetUp, SignUp } from "../schema.ts";
import { accountStore } from "../store.ts";
import { type OpenedSession, openFirstSession } from "./service.ts";

/**
 * The operator's user is created once: by a command on the server's machine, or with the set-up link that the first
 * start prints. Signing up first does not make anybody the operator.
 */

export const setUpLinkMinutes = 30;

interface SetUpLink {
  /** Only the link contains the token itself. */
  tokenHash: string;
  expiresAt: number;
}

/** In memory only: each start creates a new link. */
const links = new WeakMap<Deps, SetUpLink>();

export function hasOperator(deps: Deps): boolean {
  return accountStore(deps.stores.accounts.db).findOperator() !== undefined;
}

/** The operator's address, if it is verified. */
export function operatorAddresses(deps: Deps): string[] {
  const operator = accountStore(deps.stores.accounts.db).findOperator();
  return operator === undefined || operator.emailVerifiedAt === null ? [] : [operator.email];
}

/** Whether the operator signs in with a second factor; undefined while there is no operator. */
export function operatorHasSecondFactor({ stores }: Deps): boolean | undefined {
  const { db } = stores.accounts;
  const operator = accountStore(db).findOperator();
  return operator && secondFactorStore(db).isActive(operator.id);
}

/** The account of the operator, for commands that act for the installation. @throws AppError `not_found` without one */
export function operatorAccountId(deps: Deps): string {
  const id = findOperatorAccountId(deps);
  if (id === undefined)
    throw new AppError("not_found", { detail: "Create the operator first: waybill init." });
  return id;
}

/** The account of the operator, if there is one. */
export function findOperatorAccountId(deps: Deps): string | undefined {
  return accountStore(deps.stores.accounts.db).findOperator()?.accountId;
}

/** The token of a link that works once; undefined if there is an operator. */
export function createSetUpToken(deps: Deps): string | undefined {
  if (hasOperator(deps)) return undefined;
  const token = deps.ids.token();
  links.set(deps, {
    tokenHash: sha256Hex(token),
    expiresAt: deps.realClock.now() + setUpLinkMinutes * minuteMs,
  });
  return token;
}

/** Creates the operator with the link and signs in. @throws AppError `set_up_refused`, and as `createOperator` */
export async function setUp(
  deps: Deps,
  { token, ...input }: SetUp,
  origin: RequestOrigin,
): Promise<OpenedSession> {
  // Checked before the expensive hash, so that callers without the link cause no work.
  requireSetUpLink(deps, token);
  refuseCommonPassword("#/password", input.password);
  const passwordHash = await hashPassword(input.password, origin);
  const opened = await deps.stores.accounts.write((tx) => {
    const { account, user } = insertOperator(deps, tx, input, passwordHash);
    return openFirstSession(deps, tx, account, user, origin);
  });
  links.delete(deps);
  return opened;
}

/** For a command. @throws AppError `set_up_refused` if one exists, `email_taken`, `validation_failed`, `busy` */
export async function createOperator(deps: Deps, input: SignUp): Promise<Member> {
  refuseCommonPassword("#/password", input.password);
  const passwordHash = await hashPassword(input.password, null);
  return deps.stores.accounts.write((tx) => {
    const { account, user } = insertOperator(deps, tx, input, passwordHash);
    auditOpening(deps, tx, operatorIn(account.id), account);
    return { account, user };
  });
}

/** Of concurrent calls only the first succeeds: the others find its operator. */
function insertOperator(deps: Deps, tx: Tx, input: SignUp, passwordHash: string): Member {
  if (accountStore(tx).findOperator()) {
    throw new AppError("set_up_refused", {
      detail: "This installation already has an operator. Sign in instead.",
    });
  }
  const account = insertAccount(deps, tx, input.account_name, unlimitedTierName(tx));
  const email = normalizeEmail(input.email);
  return {
    account,
    user: insertUser(deps, tx, account.id, {
      email,
      passwordHash,
      role: "owner",
      isOperator: true,
      isVerified: true,
    }),
  };
}

function requireSetUpLink(deps: Deps, token: string): void {
  const link = links.get(deps);
  if (link && isHashOf(link.tokenHash, token) && deps.realClock.now() < link.expiresAt) return;
  throw new AppError("set_up_refused", {
    detail: `The link is wrong, was used, or is older than ${setUpLinkMinutes} minutes. Restart the server to get a new link.`,
  });
}
