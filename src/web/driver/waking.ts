import { putPush } from "./server.ts";
import type { Texts } from "./texts/en.ts";

/** Waking a phone whose page is closed, over its browser's push service. */

/** Where the worker finds its words. It is no cache of a version of the page, so an update leaves it alone. */
const wordsCache = "driver-words";
const wordsPath = "/driver/words";

export const canBeWoken = (): boolean => "Notification" in globalThis && "PushManager" in globalThis;

/** Whether the browser has subscribed. */
export async function isSubscribed(): Promise<boolean> {
  if (!canBeWoken() || Notification.permission !== "granted") return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  return (await pushManager.getSubscription()) !== null;
}

/** Asks the person, subscribes, and tells the server. Resolves to whether the phone is woken from now on. */
export async function subscribe(publicKey: string, texts: Texts): Promise<boolean> {
  if (!canBeWoken() || (await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const found = await pushManager.subscribe(options).catch(async () => {
    // It belongs to the key of another installation.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options).catch(() => undefined);
  });
  if (found === undefined) return false;
  await keepWords(texts);
  return tell(found);
}

/** Browsers change their subscriptions, and drivers their language. */
export async function renew(publicKey: string, texts: Texts): Promise<void> {
  if (await isSubscribed()) await subscribe(publicKey, texts);
}

async function tell(found: PushSubscription): Promise<boolean> {
  const { endpoint, keys } = found.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) return false;
  const { problem } = await putPush({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
  return problem === undefined;
}

/** The worker has no texts of its own, and a message says only of which kind it is. */
async function keepWords(texts: Texts): Promise<void> {
  const words = { ...texts.notices, test: texts.testAlarm };
  await (await caches.open(wordsCache)).put(wordsPath, Response.json(words));
}
