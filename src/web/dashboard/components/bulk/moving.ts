import type { Window } from "@/delivery/model/model.ts";
import type { MovedWindowsView, MovedWindowView, MoveWindows } from "@/delivery/orders/promises/schema.ts";
import { formatWindow } from "../../format.ts";
import { fromLocalTime } from "../../times.ts";
import type { Result } from "./results.tsx";

/** How a dispatcher promises another time, in the words of the dialog. Pure. */

/** A delay in minutes, or a window that all of them get. */
export const choices = ["15", "30", "60", "window"] as const;

export interface MoveValues extends Record<string, unknown> {
  choice: (typeof choices)[number];
  /** In the reader's time zone. */
  start: string;
  end: string;
  notify: boolean;
  reason: string;
}

type Move = Pick<MoveWindows, "delay_minutes" | "window" | "notify" | "reason">;

/** Undefined while the window is not typed. */
export function moveOf({ choice, start, end, notify, reason }: MoveValues): Move | undefined {
  const told = { notify, reason: reason.trim() === "" ? null : reason };
  if (choice !== "window") return { delay_minutes: Number(choice), ...told };
  const [from, to] = [fromLocalTime(start), fromLocalTime(end)];
  return from === undefined || to === undefined ? undefined : { window: { start: from, end: to }, ...told };
}

/** Only what moves, each as the preview knew it: of two dispatchers at once, one moves it. */
export function confirmed({
  results,
}: MovedWindowsView): Pick<MoveWindows, "shipment_ids" | "previous_windows"> {
  const moving = results.filter(({ result }) => result === "moved");
  return {
    shipment_ids: moving.map(({ shipment_id }) => shipment_id),
    previous_windows: moving.map(({ previous_window }) => previous_window),
  };
}

/** `15 deliveries move. 12 recipients get an email, 3 do not.` */
export function summaryOf({ results, moved, will_be_told }: MovedWindowsView, notify: boolean): string {
  const stay = results.length - moved;
  const otherDay = results.filter(({ is_other_day }) => is_other_day).length;
  return [
    moved === 0 ? "No delivery moves." : `${moved} ${moved === 1 ? "delivery moves" : "deliveries move"}.`,
    stay > 0 && moved > 0 ? `${stay} ${stay === 1 ? "stays as it is" : "stay as they are"}.` : "",
    otherDay > 0 ? otherDayText(otherDay, moved) : "",
    moved === 0 ? "" : toldText(will_be_told, moved - will_be_told, notify),
  ]
    .filter(Boolean)
    .join(" ");
}

function otherDayText(count: number, moved: number): string {
  if (moved === 1) return "It comes on another day.";
  return `${count === moved ? "All" : count} of them ${count === 1 ? "comes" : "come"} on another day.`;
}

/** `15 deliveries moved, 12 recipients get an email.` */
export function doneText({ moved, will_be_told }: MovedWindowsView): string {
  const told =
    will_be_told === 0
      ? ""
      : `, ${will_be_told} ${will_be_told === 1 ? "recipient gets" : "recipients get"} an email`;
  return `${moved} ${moved === 1 ? "delivery" : "deliveries"} moved${told}.`;
}

/** What the button does: `Move 15, email 12`. */
export function submitText(preview: MovedWindowsView | undefined): string {
  if (!preview || preview.moved === 0) return "Move";
  return `Move ${preview.moved}${preview.will_be_told > 0 ? `, email ${preview.will_be_told}` : ""}`;
}

function toldText(told: number, untold: number, notify: boolean): string {
  if (!notify) return "Nobody gets an email.";
  const are =
    told === 0
      ? "No recipient gets an email"
      : `${told} ${told === 1 ? "recipient gets" : "recipients get"} an email`;
  return untold === 0 || told === 0 ? `${are}.` : `${are}, ${untold} ${untold === 1 ? "does" : "do"} not.`;
}

const untold: Record<string, string> = {
  no_address: "no email address",
  stopped: "stopped the emails",
  switched_off: "emails are off",
  address_is_local: "links open only on the server",
  link_ended: "the tracking link ended",
  erased: "erased",
};

/** @param zone empty for the reader's */
export function previewRow(one: MovedWindowView, name: string, zone = ""): Result {
  const named = { id: one.shipment_id, name };
  if (one.window === null) {
    return {
      ...named,
      tone: "quiet",
      word: "Stays",
      detail: one.problem?.detail ?? one.problem?.title ?? "",
    };
  }
  return { ...named, tone: "busy", word: formatWindow(one.window, zone), detail: whoIsTold(one) };
}

function whoIsTold({
  recipient_name,
  will_be_told,
  not_told_because,
  is_other_day,
}: MovedWindowView): string {
  const who = recipient_name ?? "The recipient";
  const why = not_told_because === null ? "" : `: ${untold[not_told_because] ?? not_told_because}`;
  const told = will_be_told ? `${who} gets an email` : `${who} gets none${why}`;
  return is_other_day ? `On another day. ${told}.` : `${told}.`;
}

/** What became of each: those that stayed first. */
export function outcomeRows(
  { results }: MovedWindowsView,
  nameOf: (one: MovedWindowView) => string,
): Result[] {
  const rows = results.map((one): Result => {
    const named = { id: one.shipment_id, name: nameOf(one) };
    return one.window === null
      ? { ...named, tone: "bad", word: "Not moved", detail: one.problem?.detail ?? "" }
      : { ...named, tone: "good", word: "Moved", detail: formatWindow(one.window as Window, "") };
  });
  return rows.sort((one, other) => Number(one.tone === "good") - Number(other.tone === "good"));
}
