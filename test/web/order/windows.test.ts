import { describe, expect, test } from "bun:test";
import { windowFrom, windowsFrom } from "../../../src/web/order/windows.ts";

/** The windows that the page offers, by the clock of the pickup. */

/** As the clock of the zone shows them: `09-11`. */
function shownIn(timeZone: string, now: string): string[] {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  return windowsFrom(Date.parse(now), timeZone).map(({ ahead, windows }) => {
    const times = windows.map(
      ({ start, end }) => `${clock.format(new Date(start))}-${clock.format(new Date(end))}`,
    );
    return `${ahead}: ${times.length} from ${times[0]} to ${times.at(-1)}`;
  });
}

describe("windows", () => {
  test("are those of today that nobody has missed, and those of tomorrow", () => {
    expect(shownIn("Europe/Berlin", "2026-11-30T09:20:00Z")).toEqual([
      "0: 10 from 11:00-13:00 to 20:00-22:00",
      "1: 14 from 07:00-09:00 to 20:00-22:00",
    ]);
    expect(shownIn("Europe/Berlin", "2026-11-30T09:31:00Z")[0]).toBe("0: 9 from 12:00-14:00 to 20:00-22:00");
  });

  test("are tomorrow's alone late in the evening", () => {
    expect(shownIn("Europe/Berlin", "2026-11-30T20:00:00Z")).toEqual([
      "1: 14 from 07:00-09:00 to 20:00-22:00",
    ]);
  });

  test.each([
    ["Asia/Kathmandu", "2026-11-30T03:00:00Z", "0: 11 from 10:00-12:00 to 20:00-22:00"],
    ["Australia/Adelaide", "2026-11-30T00:00:00Z", "0: 10 from 11:00-13:00 to 20:00-22:00"],
    ["America/St_Johns", "2026-11-30T20:00:00Z", "0: 4 from 17:00-19:00 to 20:00-22:00"],
    ["Pacific/Kiritimati", "2026-11-30T17:00:00Z", "0: 13 from 08:00-10:00 to 20:00-22:00"],
  ])("stand at full hours of %s", (timeZone, now, today) => {
    expect(shownIn(timeZone, now)[0]).toBe(today);
  });

  test("follow the clock over a change of time, each of them two hours long", () => {
    for (const day of ["2026-03-29", "2026-10-25"]) {
      const days = windowsFrom(Date.parse(`${day}T00:10:00Z`), "Europe/Berlin");
      expect(days.map(({ windows }) => windows.length)).toEqual([14, 14]);
      for (const { start, end } of days.flatMap(({ windows }) => windows)) {
        expect(Date.parse(end) - Date.parse(start)).toBe(2 * 60 * 60_000);
        expect(windowFrom(start)).toEqual({ start, end });
      }
    }
  });
});
