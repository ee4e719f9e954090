import { expect, test } from "bun:test";
import { windowTag } from "../../../src/web/recipient/html.ts";

/** A window as the server writes it, for readers without a script. */

const at = (time: string) => Date.parse(`2026-02-${time}Z`);
const textOf = (from: string, to: string, timeZone: string | null) =>
  windowTag({ from: at(from), to: at(to) }, "en", timeZone)
    .replace(/<[^>]+>/g, "")
    .replace(/\s/g, " ");

test("a window names its zone once, and the day of its end where that is another one at the address", () => {
  expect(textOf("02T08:00", "02T16:00", "Europe/Berlin")).toBe("Mon, Feb 2, 9:00 AM – 5:00 PM GMT+1");
  expect(textOf("02T08:00", "02T16:00", null)).toBe("Mon, Feb 2, 8:00 AM – 4:00 PM UTC");
  // The same hours are in two days in Auckland, and in one in Chicago.
  expect(textOf("02T08:00", "02T16:00", "Pacific/Auckland")).toBe(
    "Mon, Feb 2, 9:00 PM – Tue, Feb 3, 5:00 AM GMT+13",
  );
  expect(textOf("02T22:00", "03T02:00", "America/Chicago")).toBe("Mon, Feb 2, 4:00 PM – 8:00 PM CST");
});

test("its ends are times of the script, whatever is written", () => {
  expect(windowTag({ from: at("02T08:00"), to: at("02T16:00") }, "ja", "Asia/Tokyo")).toMatch(
    /^<span class="window"><time datetime="2026-02-02T08:00:00.000Z">[^<]+<\/time> – <time datetime="2026-02-02T16:00:00.000Z">[^<]+<\/time><\/span>$/,
  );
});
