import { hourMs, minuteMs } from "../../../infra/units.ts";
import { pinTriesMax } from "../../lifecycle/state/shipment.ts";
import type { AttentionFacts, AttentionKind } from "./attention.ts";

/** The sentence of an item, as of now. */

/** `1 minute`, `45 minutes`, `3 hours`: the whole ones, as the dashboard says times. */
function span(ms: number): string {
  const minutes = Math.max(1, Math.trunc(ms / minuteMs));
  if (minutes < 120) return counted(minutes, "minute");
  const hours = Math.trunc(ms / hourMs);
  return hours < 48 ? counted(hours, "hour") : counted(Math.trunc(hours / 24), "day");
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

interface Told {
  facts: AttentionFacts;
  since: number;
  now: number;
}

function noOffer({ facts: { refusals, offers } }: Told): string {
  if (offers !== undefined) return offers === 0 ? "No offer is left." : "Every offer has expired.";
  const reasons = (refusals ?? []).map(({ carrier, message }) =>
    carrier === null ? message : `${carrier}: ${message}`,
  );
  return ["No carrier made an offer.", ...reasons].join(" ");
}

function inWords({ facts }: Told, what: string): string {
  const why = facts.detail ?? `The reason is: ${(facts.reason ?? "other").replaceAll("_", " ")}.`;
  return `${what} ${why}`;
}

const sentences = {
  late: ({ facts, now }) => {
    const promise = facts.hasWindow ? `the end of the ${facts.stop} window` : `the estimated ${facts.stop}`;
    return `It is ${span(now - (facts.promisedAt ?? now))} past ${promise}.`;
  },
  estimate_slipping: ({ facts }) => {
    const slip = span((facts.expectedAt ?? 0) - (facts.promisedAt ?? 0));
    return `The ${facts.stop} is expected ${slip} later than promised.`;
  },
  no_offer: noOffer,
  offers_ending: ({ facts, now }) =>
    `${facts.offers === 1 ? "The only offer" : `The last of ${facts.offers} offers`} ends in ${span((facts.endsAt ?? now) - now)}.`,
  no_driver: ({ facts, now }) => {
    const left = (facts.expectedAt ?? now) - now;
    const when = left > 0 ? `in ${span(left)}` : "now";
    return `${facts.carrier} has no driver for it, and the pickup is due ${when}.`;
  },
  driver_silent: ({ since, now }) => `The driver has sent no position for ${span(now - since)}.`,
  driver_standing: ({ since, now }) => `The driver has not moved for ${span(now - since)}.`,
  at_door: ({ since, now }) => `The driver has been at the delivery for ${span(now - since)}.`,
  held: ({ facts, since, now }) => {
    const where =
      facts.reason === "customs_hold"
        ? "Customs have held the goods"
        : `The goods have not moved (${(facts.reason ?? "other").replaceAll("_", " ")})`;
    return `${where} for ${span(now - since)}.`;
  },
  failed: (told) => inWords(told, "The goods will not arrive."),
  returning: (told) => inWords(told, "The goods are on their way back."),
  pin_refused: ({ facts: { pinTries = 0 } }) => {
    const tried = `The driver entered ${pinTries === 1 ? "a wrong PIN" : `${pinTries} wrong PINs`}.`;
    return pinTries < pinTriesMax ? tried : `${tried} No tries are left.`;
  },
  report_refused: ({ facts }) => `A late report of the driver had no effect. ${facts.detail ?? ""}`.trimEnd(),
  contradicting_report: ({ facts }) => facts.detail ?? "",
  cancellation_unanswered: ({ facts, since, now }) =>
    `${facts.carrier} has not answered the cancellation for ${span(now - since)}.`,
  label_missing: ({ facts, since, now }) =>
    `${facts.carrier} has not given its label for ${span(now - since)}.`,
  booking_kept: ({ facts }) => facts.detail ?? "",
  refund_refused: ({ facts }) => facts.detail ?? "",
  tracking_ended: ({ facts }) => facts.detail ?? "",
  address_unclear: ({ facts: { unclear = [] } }) =>
    `The geocoder did not find the house of the ${unclear.join(" and of the ")} address.`,
  goods_with_absent_driver: ({ facts: { driver, pieces = 1 } }) =>
    `Meet ${driver ?? "the driver"} and take over ${counted(pieces, "parcel")}.`,
  job_not_seen: ({ facts: { driver, unseen = "job" }, since, now }) => {
    const what = unseen === "job" ? "this job" : "what changed";
    return `${driver ?? "The driver"} has not seen ${what} for ${span(now - since)}.`;
  },
  order_waiting: ({ since, now }) =>
    `A customer's order has waited for your answer for ${span(now - since)}.`,
  order_form_paused: ({ facts: { pausedFor } }) =>
    pausedFor === "burst"
      ? "The order form paused itself: it got more calls than one customer makes. If you do not know why, replace its link."
      : "The order form paused itself: ten wrong codes were entered. If the customer did not do that, replace its link.",
  schedule_failed: ({ facts: { date, detail } }) =>
    `No shipment could be made for ${date}. ${detail ?? ""}`.trimEnd(),
  clock_wrong: ({ facts: { clockOffsetMs = 0 } }) => {
    const way = clockOffsetMs > 0 ? "ahead" : "behind";
    const offsetMs = Math.abs(clockOffsetMs);
    const much =
      offsetMs < 2 * minuteMs
        ? counted(Math.round(offsetMs / 1000), "second")
        : span(Math.round(offsetMs / minuteMs) * minuteMs);
    return `The clock of the driver's tracker is ${much} ${way}, so its positions do not move the map. Set the clock right, or let the token use the server's time.`;
  },
} as const satisfies Record<AttentionKind, (told: Told) => string>;

/** @returns one or a few sentences in English */
export function detailOf(kind: AttentionKind, told: Told): string {
  return sentences[kind](told);
}
