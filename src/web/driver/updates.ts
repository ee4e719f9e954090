import { sync } from "./model.ts";

/** The page on the phone: it opens without network, and takes a new version when nobody is typing. */

const workerPath = "/driver/worker.js";
const checkEveryMs = 60 * 60_000;

/** Chromium's offer to put the page on the home screen. It is not in TypeScript's library. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let installOffer: InstallOffer | undefined;

export const takeInstallOffer = (): InstallOffer | undefined => installOffer;

export function registerWorker(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installOffer = event as InstallOffer;
  });
  // Only on secure pages.
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  let isKept = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isKept) reloadWhenIdle();
    isKept = true;
  });
  // A push came.
  serviceWorker.addEventListener("message", () => void sync());
  serviceWorker.register(workerPath, { scope: "/driver" }).then(
    (registration) => setInterval(() => void registration.update().catch(() => {}), checkEveryMs),
    // A browser that refuses it with the storage opens the page from the network.
    () => {},
  );
}

/** What is typed in a dialog would be gone. */
function reloadWhenIdle(): void {
  const dialog = document.querySelector("dialog[open]");
  if (dialog) dialog.addEventListener("close", reloadWhenIdle, { once: true });
  else location.reload();
}
