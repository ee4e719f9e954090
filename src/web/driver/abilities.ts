import type { PhoneAbilities } from "../../access/devices/schema.ts";
import { keep, kept } from "../browser/kept.ts";
import { putPhone } from "./server.ts";
import type { Texts } from "./texts/en.ts";
import { canBeWoken, isSubscribed, renew } from "./waking.ts";

/** What the page can do on this phone, for its driver and their dispatcher. */

export type { PhoneAbilities };
export type Ability = PhoneAbilities["location"];

const heardKey = "waybill-driver-heard";
const toldKey = "waybill-driver-abilities";

export const isOnHomeScreen = (): boolean => matchMedia("(display-mode: standalone)").matches;

/** @param push whether the server wakes phones */
export async function readAbilities(push: boolean): Promise<PhoneAbilities> {
  const [location, camera, isWoken] = await Promise.all([
    permissionFor("geolocation"),
    navigator.mediaDevices === undefined ? ("no" as const) : permissionFor("camera"),
    isSubscribed(),
  ]);
  return {
    location: window.isSecureContext ? location : "no",
    camera,
    notifications: notificationsOf(push, isWoken),
    sound: (kept(heardKey) as Ability | null) ?? "unknown",
    home_screen: isOnHomeScreen() ? "yes" : "no",
  };
}

function notificationsOf(push: boolean, isWoken: boolean): Ability {
  if (!push || !canBeWoken() || Notification.permission === "denied") return "no";
  return isWoken ? "yes" : "unknown";
}

/** Browsers that cannot say count as if nobody had asked. */
async function permissionFor(name: "geolocation" | "camera"): Promise<Ability> {
  const query = { name } as PermissionDescriptor;
  const state = await navigator.permissions?.query(query).then(
    (found) => found.state,
    () => "prompt",
  );
  if (state === "granted") return "yes";
  return state === "denied" ? "no" : "unknown";
}

/** What the driver said of the test alarm. */
export function rememberHeard(heard: boolean): void {
  keep(heardKey, heard ? "yes" : "no");
}

/** Tells the server, also what it may know. */
export async function tellAbilities(abilities: PhoneAbilities): Promise<void> {
  const { problem } = await putPhone(abilities);
  if (problem === undefined) keep(toldKey, JSON.stringify(abilities));
}

/** Once in the life of a page: settings of phones change while it is closed. */
export async function reviewPhone(publicKey: string | undefined, texts: Texts): Promise<void> {
  if (publicKey !== undefined) await renew(publicKey, texts);
  const abilities = await readAbilities(publicKey !== undefined);
  if (kept(toldKey) !== JSON.stringify(abilities)) await tellAbilities(abilities);
}
