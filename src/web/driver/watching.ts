import type { PhonePosition } from "./positions.ts";

/** What the phone does while the driver is on duty and looks at the page: it tells where it is, and stays awake. */

const lockName = "waybill-driver-watch";

export interface Watch {
  end(): void;
}

/** Watches in one tab only. `onRefused` is called where the person, or the phone, does not allow it. */
export function watchPosition(onPosition: (position: PhonePosition) => void, onRefused: () => void): Watch {
  const ended = new AbortController();
  const watch = () =>
    new Promise<void>((resolve) => {
      const id = navigator.geolocation.watchPosition(
        onPosition,
        ({ code, PERMISSION_DENIED }) => code === PERMISSION_DENIED && onRefused(),
        { enableHighAccuracy: true },
      );
      ended.signal.addEventListener("abort", () => {
        navigator.geolocation.clearWatch(id);
        resolve();
      });
    });
  if (window.isSecureContext) {
    // Ended while it waits for the other tab: there is nothing to end.
    navigator.locks.request(lockName, { signal: ended.signal }, watch).catch(() => {});
  } else void watch();
  return { end: () => ended.abort() };
}

/** Keeps the screen on, where the browser can. It lets go by itself when the page is hidden. */
export function keepAwake(): Watch {
  const lock = navigator.wakeLock?.request("screen").catch(() => undefined);
  return { end: () => void lock?.then((sentinel) => sentinel?.release()) };
}
