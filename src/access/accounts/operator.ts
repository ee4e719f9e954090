import type { Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { minuteMs } from "../../infra/durations.ts";
import { AppError } from "../../infra/errors.ts";
import { operatorIn, type RequestOrigin } from "../../infra/http/principal.ts";
import { isHashOf, sha256Hex } from "../../infra/ids.ts";
import { normalizeEmail } from "./account.ts";
import { insertAccount, insertUser, type Member, tellOpened } from "./opening.ts";
import { hashPassword, refuseCommonPassword } from "./password.ts";
import type { SetUp, SignUp } from "./schema.ts";
import { type Opened, openFirstSession } from "./service.ts";
import { accountStore } from "./store.ts";

/**
 * The person who runs the installation is made once: by a command on the server's machine, or by whoever has the
 * link that its first start prints. Never by being the first to sign up.
 */

const operatorTier = "unlimited";
export const setUpLinkMinutes = 30;

interface SetUpLink {
  /** The token itself is only in the link. */
  tokenHash: string;
  expiresAt: number;
}

/** In memory only: another start makes another link. */
const links = new WeakMap<Deps, SetUpLink>();

export function hasOperator(deps: Deps): boolean {
  return accountStore(deps.stores.accounts.db).findOperator() !== undefined;
}

/** The token of a link that works once; none where there is an operator. */
export function makeSetUpToken(deps: Deps): string | undefined {
  if (hasOperator(deps)) return undefined;
  const token = deps.ids.token();
  links.set(deps, {
    tokenHash: sha256Hex(token),
    expiresAt: deps.clock.now() + setUpLinkMinutes * minuteMs,
  });
  return token;
}

/** Makes the operator by the link, signed in. @throws AppError `set_up_refused`, and as `createOperator` */
export async function setUp(deps: Deps, { token, ...input }: SetUp, origin: RequestOrigin): Promise<Opened> {
  // Before anything that costs: whoever has no link gets nothing done here.
  refuseUnlessLinked(deps, token);
  refuseCommonPassword("#/password", input.password);
  const passwordHash = await hashPassword(input.password, origin);
  const opened = await deps.stores.accounts.write((tx) => {
    const { account, user } = insertOperator(deps, tx, input, passwordHash);
    return openFirstSession(deps, tx, account, user, origin);
  });
  links.delete(deps);
  return opened;
}

/** For a command. @throws AppError `set_up_refused` where there is one, `email_taken`, `validation_failed`, `busy` */
export async function createOperator(deps: Deps, input: SignUp): Promise<Member> {
  refuseCommonPassword("#/password", input.password);
  const passwordHash = await hashPassword(input.password, null);
  return deps.stores.accounts.write((tx) => {
    const { account, user } = insertOperator(deps, tx, input, passwordHash);
    tellOpened(deps, tx, operatorIn(account.id), account);
    return { account, user };
  });
}

/** Of several that come at once the first one counts: the others find it. */
function insertOperator(deps: Deps, tx: Tx, input: SignUp, passwordHash: string): Member {
  if (accountStore(tx).findOperator()) {
    throw new AppError("set_up_refused", {
      detail: "This installation already has an operator. Sign in instead.",
    });
  }
  const account = insertAccount(deps, tx, input.account_name, operatorTier);
  const email = normalizeEmail(input.email);
  return {
    account,
    user: insertUser(deps, tx, account.id, { email, passwordHash, isOperator: true, isVerified: true }),
  };
}

function refuseUnlessLinked(deps: Deps, token: string): void {
  const link = links.get(deps);
  if (link && isHashOf(link.tokenHash, token) && deps.clock.now() < link.expiresAt) return;
  throw new AppError("set_up_refused", {
    detail: `The link is wrong, was used, or is older than ${setUpLinkMinutes} minutes. Restart the server to get a new link.`,
  });
}
