import { systemClock } from "../../infra/clock.ts";
import { isHearing, updateHearing } from "./hearing.ts";
import { change, currentState, isOnDuty, onChange, sync, syncRarely } from "./model.ts";
import type { PhonePosition } from "./positions.ts";
import { locate } from "./taps.ts";
import { keepAwake, type Watch, watchPosition } from "./watching.ts";

/** What happens around the page: the screen is locked, the network comes back, minutes pass. */

const everyMsDefault = 5_000;
const batchMsDefault = 15_000;
/** A page that hears of news reads all the same: an arrival is expected sooner or later as the driver moves. */
const readEveryMs = 60_000;
/** Shorter breaks are a look at another app. */
const silentMsMin = 60_000;

let watches: Watch[] = [];
let isWatching = false;
/** By the monotonic clock: the phone's own may be set back. */
let locatedAt = Number.NEGATIVE_INFINITY;
let hiddenAt: number | undefined;
let batch: ReturnType<typeof setTimeout> | undefined;

/** Keeps what the phone does in step with the page, for as long as it is open. */
export function followPhone(): void {
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("online", onNetwork);
  window.addEventListener("offline", updateHearing);
  onChange(update);
  update();
  scheduleBatch();
}

function isActive(): boolean {
  const { phase, day } = currentState();
  return phase === "connected" && isOnDuty(day) && !document.hidden;
}

function onNetwork(): void {
  updateHearing();
  void sync();
}

function update(): void {
  updateHearing();
  if (isActive() === isWatching) return;
  isWatching = !isWatching;
  for (const watch of watches) watch.end();
  watches = isWatching ? [watchPosition(onPosition, () => change({ isUnlocated: true })), keepAwake()] : [];
}

function onPosition(position: PhonePosition): void {
  const everyMs = (currentState().day.me?.positions.every_seconds ?? everyMsDefault / 1_000) * 1_000;
  // Watches tell every move; somewhat early is in time.
  const now = systemClock.monotonic();
  if (now - locatedAt < everyMs - 500) return;
  locatedAt = now;
  void locate(position);
}

function onVisibility(): void {
  update();
  const { phase, day } = currentState();
  if (document.hidden) {
    hiddenAt = phase === "connected" && isOnDuty(day) ? systemClock.now() : undefined;
  } else if (hiddenAt !== undefined) {
    const silentMs = systemClock.now() - hiddenAt;
    if (silentMs >= silentMsMin) change({ silentMs });
  }
  void sync();
}

/**
 * Sends the positions of the last seconds, and asks for what is new where nobody says so: sooner while the driver waits
 * for a job.
 */
function scheduleBatch(): void {
  const { me, stops = [] } = currentState().day;
  clearTimeout(batch);
  const seconds = stops.length === 0 ? me?.positions.every_seconds : me?.positions.batch_seconds;
  const waitMs = seconds === undefined ? batchMsDefault : seconds * 1_000;
  batch = setTimeout(() => {
    if (!document.hidden && currentState().phase === "connected") {
      void (isHearing() ? syncRarely(readEveryMs) : sync());
    }
    scheduleBatch();
  }, waitMs);
}
