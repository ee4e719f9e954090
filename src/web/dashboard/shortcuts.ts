import { keep, kept } from "../browser/kept.ts";

/** Whether single keys act in this browser: whoever speaks to it, or slips, must be able to switch them off. */

const storageKey = "waybill-shortcuts";

export function hasShortcuts(): boolean {
  return kept(storageKey) !== "off";
}

export function setShortcuts(isOn: boolean): void {
  keep(storageKey, isOn ? "on" : "off");
}
