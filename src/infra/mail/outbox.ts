import { type DueRows, noDueRows } from "../db/due-rows.ts";
import { type Deps, type Writing, write } from "../deps.ts";
import { type Environment, environments } from "../environment.ts";
import { dayMs, minuteMs } from "../units.ts";
import { digestOf, type Notice, nextMailAttemptAt } from "./mail.ts";
import { digestStore, digestsDue, type NoticeRow, noticeStore } from "./store.ts";

/** Notices of one incident are sent together. */
const gatherMs = 10 * minuteMs;
/** An account's users get at most one digest in this time, for both environments together. */
const digestEveryMs = dayMs;

/**
 * Stores a notice to the account's users in the transaction of what it is about, so that no crash loses it. The
 * account's next digest contains it. Without an SMTP server no notice is stored.
 */
export function queueNotice({ deps, tx }: Writing, accountId: string, notice: Notice): void {
  if (!deps.mailer) return;
  // People read mail in real time, whatever the clock of their sandbox shows.
  const now = deps.realClock.now();
  const nextAt = digestStore(deps.stores.accounts.db).find(accountId)?.nextAt ?? 0;
  const dueAt = Math.max(now + gatherMs, nextAt);
  noticeStore(tx).put({ accountId, ...notice, createdAt: now, dueAt });
}

/** Accounts whose digest is due. */
export function dueDigests({ mailer, stores }: Deps, environment: Environment): DueRows {
  return mailer ? digestsDue(stores.platform(environment)) : noDueRows;
}

/** The addresses that an account's notices are mailed to. */
export type Addressees = (deps: Deps, accountId: string) => string[];

/**
 * Tries once to send an account's digest of both environments. A digest is sent at least once, with at most seven
 * attempts. Without an address the notices are dropped.
 */
export async function sendDigest(
  deps: Deps,
  environment: Environment,
  accountId: string,
  addressees: Addressees,
): Promise<void> {
  const waiting = noticesIn(deps, environment, accountId);
  if (!deps.mailer || waiting.length === 0) return;
  const to = addressees(deps, accountId);
  if (to.length === 0) return removeNotices(deps, environment, waiting, deps.realClock.now() + gatherMs);
  const claim = await claimDigest(deps, accountId);
  if (!claim.isMine) return postponeNotices(deps, environment, accountId, claim.nextAt);
  const notices = environments.map((each) => noticesIn(deps, each, accountId));
  const failure = await deps.mailer.send({ to, ...digestOf(notices.flat()) });
  const givenUp = nextMailAttemptAt(claim.attempts, deps.realClock.now()) === null;
  if (failure) {
    deps.log.warn(
      { err: failure, account_id: accountId, attempts: claim.attempts, given_up: givenUp },
      "Sending a digest failed",
    );
    if (!givenUp) return postponeNotices(deps, environment, accountId, claim.nextAt);
  }
  const nextAt = await endDigest(deps, accountId);
  for (const [index, each] of environments.entries()) {
    await removeNotices(deps, each, notices[index] ?? [], nextAt);
  }
}

function noticesIn(deps: Deps, environment: Environment, accountId: string): NoticeRow[] {
  return noticeStore(deps.stores.platform(environment).db).ofAccount(accountId);
}

interface Claim {
  /** False if the other environment's job sends the digest, or a digest was sent less than a day ago. */
  isMine: boolean;
  attempts: number;
  nextAt: number;
}

/** Called before the digest is sent: until its result is known it counts as a failed attempt. */
function claimDigest(deps: Deps, accountId: string): Promise<Claim> {
  return deps.stores.accounts.write((tx) => {
    const now = deps.realClock.now();
    const digest = digestStore(tx).find(accountId) ?? { attempts: 0, nextAt: 0 };
    if (digest.nextAt > now) return { ...digest, isMine: false };
    const attempts = digest.attempts + 1;
    const nextAt = nextMailAttemptAt(attempts, now) ?? now + digestEveryMs;
    digestStore(tx).put({ accountId, attempts, nextAt });
    return { isMine: true, attempts, nextAt };
  });
}

/** @returns when the account may get its next digest */
function endDigest(deps: Deps, accountId: string): Promise<number> {
  return deps.stores.accounts.write((tx) => {
    const nextAt = deps.realClock.now() + digestEveryMs;
    digestStore(tx).put({ accountId, attempts: 0, nextAt });
    return nextAt;
  });
}

function postponeNotices(
  deps: Deps,
  environment: Environment,
  accountId: string,
  dueAt: number,
): Promise<void> {
  return write(deps, environment, ({ tx }) => noticeStore(tx).postpone(accountId, dueAt));
}

/** A notice that was replaced meanwhile stays, and is due with the next digest. */
function removeNotices(
  deps: Deps,
  environment: Environment,
  notices: readonly NoticeRow[],
  nextAt: number,
): Promise<void> {
  return write(deps, environment, ({ tx }) => {
    for (const notice of notices) {
      noticeStore(tx).remove(notice);
      noticeStore(tx).postpone(notice.accountId, nextAt);
    }
  });
}
