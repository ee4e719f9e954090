import { expect, test } from "bun:test";
import type { PublicTrackingView } from "../../../src/delivery/lifecycle/tracking/public-schema.ts";
import { toPublicCarrierTracking } from "../../../src/delivery/lifecycle/tracking/public-view.ts";
import { pageLanguages } from "../../../src/delivery/model/model.ts";
import { trackingPage } from "../../../src/web/recipient/page.ts";
import { loadTexts } from "../../../src/web/recipient/texts.ts";

/** What the recipient's page says of a parcel, whose carrier knows a day and scans in depots. */

const now = Date.parse("2026-11-24T10:00:00Z");
const parcel = {
  tracking_number: "WB4Z7K2M9XQ1P",
  environment: "live",
  status: "in_transit",
  substatus: "picked_up",
  carrier: "Parcel & Co",
  carrier_tracking: {
    numbers: ["1Z999"],
    url: "https://parcels.example/1Z999?a=1&b=2",
    service: "UPS <Ground>",
  },
  driver: null,
  vehicle: null,
  stops_before: null,
  sender: "Book shop",
  brand: null,
  recipient: "Alex",
  language: null,
  town: "Berlin",
  time_zone: "Europe/Berlin",
  destination: null,
  position: null,
  window: null,
  eta: { pickup: null, delivery: null, delivery_date: "2026-11-25", returned: null },
  setback: null,
  progress: { percent: 0, distance_meters: null, remaining_meters: null },
  pin: "none",
  instructions: { text: null, leave: null, may: { text: false, neighbor: false, safe_place: false } },
  rating: null,
  failure_reason: null,
  entries: [
    {
      status: "in_transit",
      substatus: "picked_up",
      code: null,
      message: "x",
      occurred_at: "2026-11-23T10:00:00Z",
    },
    {
      status: "in_transit",
      substatus: "picked_up",
      code: "scanned",
      message: "Sorted in <Leipzig>.",
      occurred_at: "2026-11-23T20:00:00Z",
    },
  ],
  redacted_at: null,
  proof_access: "none",
  proof_of_delivery: null,
} as unknown as PublicTrackingView;
const parts = { script: "/s.js", style: "/s.css", metas: "" };
const pageOf = async (changes: object = {}, language: (typeof pageLanguages)[number] = "en") =>
  trackingPage(
    { ...parcel, ...changes },
    { token: "t", now },
    { language, texts: await loadTexts(language) },
    parts,
  );
const missed = {
  kind: "attempt_failed",
  reason_code: "recipient_unavailable",
  occurred_at: "2026-11-24T09:00:00Z",
};
const held = { kind: "held", reason_code: "customs_hold", occurred_at: "2026-11-24T09:00:00Z" };

test("nobody is said to collect what the sender brings to a parcel carrier", async () => {
  const sold = { status: "assigned", substatus: "confirmed" };
  expect(await pageOf(sold)).toContain("Book shop is preparing your delivery");
  // A carrier with a page of its own may come at a time.
  const comes = { ...sold, eta: { ...parcel.eta, pickup: "2026-11-24T11:00:00Z" } };
  expect(await pageOf(comes)).toContain("Parcel &amp; Co");
  expect(await pageOf(comes)).toContain("will collect your parcel");
});

test("the day is a day, the carrier has the goods, and a scan is told in the carrier's words", async () => {
  const page = await pageOf();
  expect(page).toContain('Expected <time datetime="2026-11-25">Wednesday, November 25</time>');
  expect(page).toContain("<p>The carrier has your parcel.</p>");
  expect(page).toContain("<span>Sorted in &lt;Leipzig&gt;.</span>");
  expect(page).toContain(
    '<a href="https://parcels.example/1Z999?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">Track it with Parcel &amp; Co</a> <bdi>UPS &lt;Ground&gt;</bdi> <code>1Z999</code>',
  );
  const over = { eta: { ...parcel.eta, delivery_date: "2026-11-23" } };
  expect(await pageOf(over)).not.toContain("Expected");
  expect(await pageOf({ carrier_tracking: null })).not.toContain("1Z999");
});

test("a failed attempt names the next one, and a hold by customs the sender", async () => {
  const attempted = await pageOf({ setback: missed, substatus: "en_route_to_delivery" });
  expect(attempted).toContain("<h1>Your parcel could not be handed over yet</h1>");
  expect(attempted).toContain("<p>Nobody was there to receive it.</p>");
  expect(attempted).toContain('Next attempt: <time datetime="2026-11-25">');
  expect(attempted).toContain('data-tone="warn"');
  expect(attempted).not.toContain("on the way to you");
  const waiting = await pageOf({ setback: held });
  expect(waiting).toContain("<h1>Your parcel is delayed</h1><p>Customs is holding it.</p>");
  expect(waiting).toContain("Contact Book shop about this delivery.");
  expect(waiting).toContain('Expected <time datetime="2026-11-25">');
});

test("the day or the time of the attempt that failed is not the next one", async () => {
  const attempted = (eta: object, place: object = {}) =>
    pageOf({ setback: missed, substatus: "en_route_to_delivery", eta: { ...parcel.eta, ...eta }, ...place });
  const failedDay = { delivery_date: "2026-11-24" };
  expect(await attempted(failedDay)).not.toMatch(/Next attempt|Expected/);
  const [before, after] = ["2026-11-24T08:30:00Z", "2026-11-24T15:00:00Z"];
  expect(await attempted({ delivery: before, delivery_date: null })).not.toMatch(/Next attempt|Expected/);
  expect(await attempted({ delivery: after, delivery_date: null })).toContain("Next attempt");
  // In Auckland and Sydney it was already the 25th at 14:30 in UTC, in New York still the 24th.
  const noon = { ...missed, occurred_at: "2026-11-24T14:30:00Z" };
  const on25 = { delivery_date: "2026-11-25" };
  const sydney = { latitude: -33.9, longitude: 151.2 };
  const newYork = { latitude: 40.7, longitude: -74 };
  expect(await attempted(on25, { setback: noon, time_zone: "Pacific/Auckland" })).not.toContain(
    "Next attempt",
  );
  expect(await attempted(on25, { setback: noon, time_zone: null })).not.toContain("Next attempt");
  expect(await attempted(on25, { setback: noon, time_zone: null, destination: sydney })).not.toContain(
    "Next attempt",
  );
  expect(await attempted(on25, { setback: noon, time_zone: null, destination: newYork })).toContain(
    "Next attempt",
  );
});

test.each([...pageLanguages])("%s: the page is whole", async (language) => {
  for (const setback of [null, missed, held]) {
    const page = await pageOf({ setback }, language);
    expect(page).not.toMatch(/undefined|null|NaN|Wednesday(?!, November 25<)/);
    expect(page).toContain("25");
    expect(page).toContain("1Z999");
  }
});

test("only a link with https leads to the carrier", () => {
  const shown = (carrierTrackingUrl: string | null, trackingNumbers = {}) =>
    toPublicCarrierTracking({ carrierTrackingUrl, trackingNumbers, service: { name: "UPS" } } as Parameters<
      typeof toPublicCarrierTracking
    >[0]);
  expect(shown("https://parcels.example/1")).toEqual({
    numbers: [],
    url: "https://parcels.example/1",
    service: "UPS",
  });
  for (const url of [
    "javascript:alert(1)",
    "http://parcels.example/1",
    "//parcels.example",
    "data:text/html,x",
    "",
  ])
    expect(shown(url, { pcl_1: "1Z", pcl_2: "1Z" })).toEqual({ numbers: ["1Z"], url: null, service: "UPS" });
  expect(shown(null)).toBeNull();
});
