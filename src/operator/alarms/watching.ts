import { findAccountName } from "../../access/accounts/operator/administration.ts";
import type { Tx } from "../../infra/db/store.ts";
import { type Deps, inMemory } from "../../infra/deps.ts";
import { nextMailAttemptAt } from "../../infra/mail/mail.ts";
import { hourMs } from "../../infra/units.ts";
import { callWithTimeout } from "../../infra/waiting/timeout.ts";
import { type Need, urgentFrom } from "../need.ts";
import { listNeeds } from "../needs.ts";
import { type AlarmState, type Channel, channels, compare, hasNews } from "./alarm.ts";
import { channelsOf, send } from "./channel.ts";
import { messageOf } from "./message.ts";
import { type AlarmRow, alarmStore, type TroubleRow } from "./store.ts";

/**
 * Tells the operator when something urgent begins and when it ends. Rows say what was seen and what is still to be
 * sent, so a killed server goes on where it was. A message can arrive twice, with the same id.
 */

/** Of each channel. What is over before its turn is never sent. */
const messagesPerHourMax = 12;
/** A disk that takes no rows must not keep the news of it back. */
const noteMaxMs = 10_000;

interface Watching {
  run: Promise<void> | undefined;
  /** Needs that were told without a row, because no row could be written. */
  told: Map<string, Need>;
}

const watchingOf = inMemory((): Watching => ({ run: undefined, told: new Map() }));

/** Looks for what began and ended, then sends what is due. Concurrent callers share one run. */
export function watchTroubles(deps: Deps, now: number): Promise<void> {
  const watching = watchingOf(deps);
  watching.run ??= watch(deps, now).finally(() => {
    watching.run = undefined;
  });
  return watching.run;
}

async function watch(deps: Deps, now: number): Promise<void> {
  const reached = channelsOf(deps);
  if (reached.length === 0) return;
  const needs = (await listNeeds(deps)).filter(({ weight }) => weight >= urgentFrom);
  try {
    await callWithTimeout(noteMaxMs, () => note(deps, needs, reached, now), deps.stopping);
    await Promise.all(reached.map((channel) => sendDue(deps, channel)));
  } catch (error) {
    if (deps.stopping.aborted) return;
    deps.log.warn({ err: error }, "Noting what needs the operator failed; telling it without a row");
    await tellUnnoted(deps, needs, reached, now);
  }
}

/** From the reserve: a full disk is the first thing to tell. */
async function note(
  deps: Deps,
  needs: readonly Need[],
  reached: readonly Channel[],
  now: number,
): Promise<void> {
  const { accounts } = deps.stores;
  const { told } = watchingOf(deps);
  const found = compare(alarmStore(accounts.db).open(), needs, now);
  const gone = [...told.values()].filter(({ id }) => !needs.some((need) => need.id === id));
  if (!hasNews(found) && gone.length === 0) return;
  await accounts.writeFromReserve((tx) => {
    for (const need of found.begun) begin(deps, tx, need, reached, now, null);
    for (const need of gone) begin(deps, tx, need, reached, now, now);
    for (const { id } of found.back) alarmStore(tx).changeTrouble(id, { missingSince: null });
    for (const { id } of found.missing) alarmStore(tx).changeTrouble(id, { missingSince: now });
    for (const { id, missingSince } of found.ended) end(deps, tx, id, missingSince ?? now, now);
  });
  told.clear();
}

function begin(
  deps: Deps,
  tx: Tx,
  need: Need,
  reached: readonly Channel[],
  now: number,
  missingSince: number | null,
): void {
  const trouble = { ...troubleOf(deps.ids.make("trb"), need, now), missingSince };
  alarmStore(tx).insertTrouble(trouble);
  const sentAt = watchingOf(deps).told.has(need.id) ? now : null;
  for (const channel of reached)
    insertAlarm(deps, tx, { troubleId: trouble.id, channel, state: "began", createdAt: now, sentAt });
}

/** Nobody hears of the end of what nobody heard of. */
function end(deps: Deps, tx: Tx, id: string, endedAt: number, now: number): void {
  alarmStore(tx).changeTrouble(id, { endedAt });
  for (const began of alarmStore(tx).alarmsOf([id], "began")) {
    if (began.sentAt === null) alarmStore(tx).removeAlarm(began.id);
    else
      insertAlarm(deps, tx, {
        troubleId: id,
        channel: began.channel,
        state: "ended",
        createdAt: now,
        sentAt: null,
      });
  }
}

type NewAlarm = Pick<AlarmRow, "troubleId" | "channel" | "state" | "createdAt" | "sentAt">;

function insertAlarm({ ids }: Deps, tx: Tx, alarm: NewAlarm): void {
  const dueAt = alarm.sentAt === null ? alarm.createdAt : null;
  alarmStore(tx).insertAlarm({ id: ids.make("alm"), ...alarm, attempts: 0, dueAt, lastError: null });
}

/** The most urgent first. After a failure the others wait: the channel is down. */
async function sendDue(deps: Deps, channel: Channel): Promise<void> {
  const { accounts } = deps.stores;
  for (;;) {
    const now = deps.realClock.now();
    if (alarmStore(accounts.db).sentAfter(channel, now - hourMs) >= messagesPerHourMax) return;
    const [next] = alarmStore(accounts.db).due(channel, now, 1);
    if (!next || deps.stopping.aborted) return;
    const { alarm, trouble } = next;
    const attempts = alarm.attempts + 1;
    // Until its result is known it counts as failed.
    const claim = { attempts, dueAt: nextMailAttemptAt(attempts, now) };
    await accounts.writeFromReserve((tx) => alarmStore(tx).changeAlarm(alarm.id, claim));
    const failure = await send(
      deps,
      channel,
      messageAbout(deps, alarm.id, alarm.createdAt, alarm.state, trouble),
    );
    const result =
      failure === undefined
        ? { dueAt: null, sentAt: deps.realClock.now(), lastError: null }
        : { lastError: failure };
    await accounts.writeFromReserve((tx) => alarmStore(tx).changeAlarm(alarm.id, result));
    if (failure === undefined) continue;
    const facts = { channel, attempts, given_up: claim.dueAt === null, reason: failure };
    deps.log.warn(facts, "Telling the operator failed");
    return;
  }
}

async function tellUnnoted(
  deps: Deps,
  needs: readonly Need[],
  reached: readonly Channel[],
  now: number,
): Promise<void> {
  const { told } = watchingOf(deps);
  const known = new Set(
    alarmStore(deps.stores.accounts.db)
      .open()
      .map(({ needId }) => needId),
  );
  const news = needs.filter(({ id, accountId }) => accountId === null && !told.has(id) && !known.has(id));
  for (const need of news) {
    const trouble = troubleOf(deps.ids.make("trb"), need, now);
    const message = messageAbout(deps, deps.ids.make("alm"), now, "began", trouble);
    const failures = await Promise.all(reached.map((channel) => send(deps, channel, message)));
    if (failures.includes(undefined)) told.set(need.id, need);
  }
}

/** Sends a message through each channel that is set up. */
export function sendTest(deps: Deps): Promise<{ channel: Channel; failure: string | undefined }[]> {
  const now = deps.realClock.now();
  const need = { ...testNeed, since: null };
  const message = messageAbout(
    deps,
    deps.ids.make("alm"),
    now,
    "test",
    troubleOf(deps.ids.make("trb"), need, now),
  );
  const reached = channels.filter((channel) => channelsOf(deps).includes(channel));
  return Promise.all(
    reached.map(async (channel) => ({ channel, failure: await send(deps, channel, message) })),
  );
}

const testNeed: Need = {
  id: "test",
  kind: "disk_full",
  accountId: null,
  environment: null,
  webhookId: null,
  message: "The operator asked for this message.",
  since: null,
  weight: 0,
};

function messageAbout(deps: Deps, id: string, at: number, state: AlarmState | "test", trouble: TroubleRow) {
  const { accountId } = trouble;
  const accountName = accountId === null ? null : (findAccountName(deps, accountId) ?? null);
  return messageOf(id, at, state, trouble, { accountName, publicUrl: deps.publicUrl() });
}

function troubleOf(id: string, need: Need, now: number): TroubleRow {
  const { id: needId, kind, accountId, environment, webhookId, message, weight, since } = need;
  const about = { needId, kind, accountId, environment, webhookId, message, weight };
  return { id, ...about, beganAt: since ?? now, missingSince: null, endedAt: null };
}
