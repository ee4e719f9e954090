import { expect, test } from "bun:test";
import type { PublicTrackingView } from "../../../src/delivery/lifecycle/tracking/public-schema.ts";
import { headingOf } from "../../../src/web/recipient/headline.ts";
import { en } from "../../../src/web/recipient/texts/en.ts";

// In Berlin it is half past midnight, on the 3rd.
const now = Date.parse("2026-02-02T23:30:00Z");

function headingWith(pickup: string, changes: object = {}): string {
  const view = {
    status: "assigned",
    substatus: "confirmed",
    sender: "Book shop",
    carrier: "Fast & Co",
    carrier_tracking: null,
    time_zone: "Europe/Berlin",
    eta: { pickup, delivery: null },
    entries: [],
    ...changes,
  };
  return headingOf(view as unknown as PublicTrackingView, { language: "en", texts: en }, now);
}

test("the headline says at what time of today the carrier collects; the time of another day stands below it", () => {
  const [yesterday, today, tomorrow] = [
    "2026-02-02T22:59:00Z",
    "2026-02-03T22:59:00Z",
    "2026-02-03T23:00:00Z",
  ];
  const plain = "<h1>Fast &amp; Co will collect your parcel</h1>";
  expect(headingWith(today)).toStartWith(
    `<h1>Fast &amp; Co will collect your parcel at <time datetime="${today}">`,
  );
  for (const other of [yesterday, tomorrow])
    expect(headingWith(other)).toStartWith(`${plain}<p class="pickup"><time datetime="${other}">`);
  // Whoever has no script reads it at the address, and the day only where it is another one.
  expect(headingWith(today)).toContain(">11:59 PM GMT+1</time>");
  expect(headingWith(tomorrow)).toContain(">Wed, Feb 4, 12:00 AM GMT+1</time>");
  // The reader's time zone decides, which the server does not know.
  expect(headingWith(today, { time_zone: null })).toStartWith(`${plain}<p class="pickup"><time`);
  expect(headingWith(today, { substatus: "at_pickup" })).toBe(plain);
  expect(headingWith(today, { eta: null })).toBe(plain);
});

test("until the carrier has confirmed, the headline promises no pickup", () => {
  expect(headingWith("2026-02-03T12:00:00Z", { substatus: "awaiting_carrier" })).toBe(
    "<h1>Book shop is preparing your delivery</h1>",
  );
});
