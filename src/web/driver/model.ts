import { systemClock, toTimestamp } from "../../infra/clock.ts";
import { openChannel } from "../browser/kept.ts";
import { type Problem, unreachable } from "../browser/problem.ts";
import type { Draft } from "./draft.ts";
import { beginDay, forgetDay, forgetOldQueues, forgetQueue } from "./forgetting.ts";
import { type Day, readDay, storeAnswer, storeChosen, storeDraft } from "./kept.ts";
import type { PhonePosition } from "./positions.ts";
import { sendQueue } from "./sender.ts";
import { confirmNotices, readDone, readMe, readStops, signOut } from "./server.ts";
import { toPhoneTime } from "./server-time.ts";
import type { DriverMe, DriverNotice, SuggestedOrder } from "./wire.ts";

/** The state of the page, and what changes it. What must not be lost is on the disk first: this is a copy. */

const doneKeptMs = 16 * 60 * 60_000;
/** Beside what this phone did itself: an erasure, or what a dispatcher put right. */
const doneEveryMs = 2 * 60_000;
const firstWaitMs = 2_000;
const waitMaxMs = 60_000;

export interface State {
  /** `stranger`: no driver is connected. `ended`: one was. `broken`: this browser keeps nothing. */
  phase: "opening" | "stranger" | "connected" | "ended" | "broken";
  day: Day;
  /** A better order of the stops. Only the server can find one, so the phone does not keep it. */
  order: SuggestedOrder | null;
  /** Why nothing is sent now. */
  problem: Problem | undefined;
  position: PhonePosition | undefined;
  /** The phone tells no position, because somebody does not allow it. */
  isUnlocated: boolean;
  /** The phone could not keep the last tap. */
  isFull: boolean;
  /** How long the screen was locked, or the page hidden, on duty. */
  silentMs: number;
}

let state: State = {
  phase: "opening",
  day: { entries: [] },
  order: null,
  problem: undefined,
  position: undefined,
  isUnlocated: false,
  isFull: false,
  silentMs: 0,
};
const listeners = new Set<() => void>();
const tabs = openChannel("waybill-driver");
/** Who is connected, or was until the link ended. */
let driverId: string | undefined;
let waitMs = firstWaitMs;
let doneReadAt = Number.NEGATIVE_INFINITY;
let readAt = Number.NEGATIVE_INFINITY;
let retry: ReturnType<typeof setTimeout> | undefined;
let syncing: Promise<void> | undefined;
let isSyncDue = false;
let isReadDue = false;

export const currentState = (): State => state;

/** Returns a function that unsubscribes. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function change(part: Partial<State>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

/** Reads what the phone keeps, then what the server says. */
export async function openDay(): Promise<void> {
  if (tabs) tabs.onmessage = () => void reread();
  await reread().catch(() => change({ phase: "broken" }));
  if (state.phase === "broken") return;
  await sync();
  await forgetOldQueues(driverId);
}

/** From the disk, where another tab may have written. */
async function reread(): Promise<void> {
  const { entries, ...day } = await readDay();
  driverId = day.me?.driver.id ?? driverId;
  const own = entries.filter((entry) => entry.driverId === driverId);
  const phase = day.me ? "connected" : state.phase === "connected" ? "ended" : state.phase;
  change({ day: { ...day, entries: own }, phase });
}

/** After this tab has written. */
export async function changed(): Promise<void> {
  await reread();
  tabs?.postMessage(null);
}

/** Brings a stop to the top, also when the page is opened again. */
export function choose(stopId: string): void {
  change({ day: { ...state.day, chosen: stopId } });
  // Without room the choice lasts as long as the page.
  void storeChosen(stopId).catch(() => {});
}

/** Keeps what is being entered. A phone without room keeps it in the form only. */
export async function saveDraft(draft: Draft, bytes: ReadonlyMap<string, Blob>): Promise<void> {
  const drafts = await storeDraft(draft, bytes).catch(() => undefined);
  if (drafts) change({ day: { ...state.day, drafts } });
}

/** Sends what waits and reads what is new. One at a time; a call meanwhile makes it run once more. */
export function sync(): Promise<void> {
  isReadDue = true;
  return run();
}

/** Sends what waits. Reads only if that is long ago, or failed. */
export function syncRarely(readEveryMs: number): Promise<void> {
  const isFresh = state.problem === undefined && systemClock.monotonic() - readAt < readEveryMs;
  return isFresh ? run() : sync();
}

async function run(): Promise<void> {
  // A day that is read could not be kept, and nothing was tapped.
  if (state.phase === "broken") return;
  isSyncDue = true;
  syncing ??= (async () => {
    while (isSyncDue) {
      isSyncDue = false;
      await syncOnce();
    }
  })().finally(() => {
    syncing = undefined;
  });
  return syncing;
}

async function syncOnce(): Promise<void> {
  clearTimeout(retry);
  const isReading = isReadDue;
  isReadDue = false;
  const problem = (await sendQueue()) ?? (isReading ? await refresh() : undefined);
  if (problem?.status === 401) return end();
  await changed();
  change({ problem, ...(state.phase === "opening" && { phase: "stranger" }) });
  if (problem === undefined) waitMs = firstWaitMs;
  else {
    retry = setTimeout(sync, problem.retryAfterMs ?? waitMs);
    waitMs = Math.min(waitMs * 2, waitMaxMs);
  }
}

async function refresh(): Promise<Problem | undefined> {
  const sent = (await readDay()).entries.filter(({ isSent }) => isSent);
  const isDoneDue = sent.length > 0 || systemClock.monotonic() - doneReadAt >= doneEveryMs;
  const [me, stops, done] = await Promise.all([readMe(), readStops(), isDoneDue ? readDone() : undefined]);
  if (me.problem ?? stops.problem) return me.problem ?? stops.problem;
  readAt = systemClock.monotonic();
  if (done?.value) doneReadAt = readAt;
  await welcome(me.value);
  change({ order: stops.value.order });
  const since = toTimestamp(systemClock.now() - doneKeptMs);
  await storeAnswer(me.value, stops.value, sent, since, done?.value?.data);
  await confirmReached(stops.value.notices);
  return undefined;
}

/** The phone has them now. Where the server does not hear that, the next answer says so again. */
async function confirmReached(notices: readonly DriverNotice[]): Promise<void> {
  const reached = notices.filter(({ reached_at }) => reached_at === null).map(({ id }) => id);
  if (reached.length > 0) await confirmNotices(toTimestamp(systemClock.now()), { reached });
}

/** Makes this phone the driver's. */
async function welcome(me: DriverMe): Promise<void> {
  if (state.day.me?.driver.id === me.driver.id) return;
  await beginDay(me);
  // What this driver had not sent may wait here.
  isReadDue = true;
  isSyncDue = true;
}

/** The link was ended, or never was. What waits stays, for the next link of the same driver. */
async function end(): Promise<void> {
  const wasConnected = state.phase === "connected" || state.phase === "ended";
  await forgetDay();
  await changed();
  change({ phase: wasConnected ? "ended" : "stranger", problem: undefined });
}

/** @throws never; resolves to a problem when the server cannot be asked. Then nothing changes. */
export async function leave(): Promise<Problem | undefined> {
  const { problem } = await signOut();
  if (problem && problem.status !== 401) return problem;
  await forgetDay();
  if (driverId) await forgetQueue(driverId);
  await changed();
  change({ phase: "stranger" });
  return undefined;
}

export interface Duty {
  isOn: boolean;
  /** When it changes back by itself, by the phone's clock; null: when somebody changes it. */
  until: number | null;
}

/** As the driver tapped it last, or as the server says. A break ends by itself, also without network. */
export function dutyOf({ me, entries }: Day): Duty {
  const last = entries.findLast((entry) => entry.kind === "duty");
  const told = last
    ? { isOn: last.onDuty, until: last.until === undefined ? null : Date.parse(last.until) }
    : { isOn: me?.driver.on_duty ?? false, until: toPhoneTime(me?.driver.duty_until ?? null) };
  const isOver = told.until !== null && told.until <= systemClock.now();
  return isOver ? { isOn: !told.isOn, until: null } : told;
}

export const isOnDuty = (day: Day): boolean => dutyOf(day).isOn;

export const isOffline = ({ problem }: State): boolean => problem?.code === unreachable.code;
