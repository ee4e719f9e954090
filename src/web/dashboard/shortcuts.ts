/** Whether single keys act in this browser: whoever speaks to it, or slips, must be able to switch them off. */

const storageKey = "waybill-shortcuts";

export function hasShortcuts(): boolean {
  return localStorage.getItem(storageKey) !== "off";
}

export function setShortcuts(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? "on" : "off");
}
