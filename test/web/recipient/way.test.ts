import { expect, test } from "bun:test";
import type { PublicTrackingView } from "../../../src/delivery/lifecycle/tracking/public-schema.ts";
import { pageLanguages } from "../../../src/delivery/model/model.ts";
import { loadTexts } from "../../../src/web/recipient/texts.ts";
import { wayOf } from "../../../src/web/recipient/way.ts";

const now = Date.parse("2026-02-02T14:00:00Z");
const chicago = { latitude: 41.85, longitude: -87.65 };
const coming = {
  status: "in_transit",
  substatus: "en_route_to_delivery",
  stops_before: null,
  redacted_at: null,
  town: "<Chicago>",
  destination: chicago,
  position: { ...chicago, latitude: 41.9 },
  window: null,
  eta: { pickup: null, delivery: "2026-02-02T14:06:10Z" },
  progress: { percent: 50, distance_meters: 5_000, remaining_meters: 2_500 },
} as unknown as PublicTrackingView;

const wordsOf = async (changes: object, language: (typeof pageLanguages)[number] = "en") =>
  wayOf({ ...coming, ...changes }, { language, texts: await loadTexts(language) }, now);

test("distance, minutes and direction in words while the driver comes, and only then", async () => {
  const hidden = '<p id="way" hidden></p>';
  expect(await wordsOf({})).toBe(
    '<p id="way" class="card">The driver is about 2.5 km away. About 10 minutes. Now north of central &lt;Chicago&gt;.</p>',
  );
  expect(await wordsOf({ position: null, eta: null })).toContain(">The driver is about 2.5 km away.<");
  const near = { position: chicago, progress: { ...coming.progress, remaining_meters: 0 } };
  expect(await wordsOf(near)).toContain(">The driver is less than 500 m away. About 10 minutes.<");
  expect(await wordsOf({ eta: { delivery: "2026-02-02T16:00:00Z" } })).not.toContain("minutes");
  expect(await wordsOf({ eta: { delivery: "2026-02-02T13:59:00Z" } })).not.toContain("minutes");
  expect(await wordsOf({ stops_before: 0 })).toContain("2.5 km");
  for (const other of [
    { stops_before: 1 },
    { substatus: "at_delivery" },
    { status: "delivered", substatus: null },
    { redacted_at: "2026-02-02T13:00:00Z" },
  ]) {
    expect(await wordsOf(other)).toBe(hidden);
  }
});

test.each([...pageLanguages])("%s: the words have the numbers and the town", async (language) => {
  const words = await wordsOf({}, language);
  expect(words).toMatch(/2[.,]5/);
  expect(words).toContain("10");
  expect(words).toContain("&lt;Chicago&gt;");
  expect((await wordsOf({ eta: { delivery: "2026-02-02T14:40:00Z" } }, language)).includes("40")).toBe(true);
});
