import { afterEach, expect, test } from "bun:test";
import { onClockChange, pageNow, rememberClock } from "../../../src/web/browser/clock.ts";

/** The dashboard goes by the sandbox's own clock, which responses tell. */

const respond = (clock?: string) =>
  rememberClock(new Response(null, clock ? { headers: { "x-waybill-clock": clock } } : {}));
const iso = (at: number) => new Date(at).toISOString();
const dayMs = 86_400_000;
afterEach(() => respond());

test("a frozen clock stands, one that runs goes on with real time, and without the header the time is real", () => {
  respond("2030-01-01T00:00:00.000Z; frozen");
  expect(pageNow()).toBe(Date.UTC(2030, 0, 1));
  respond(iso(Date.now() + dayMs));
  expect(Math.abs(pageNow() - Date.now() - dayMs)).toBeLessThan(5_000);
  respond();
  expect(Math.abs(pageNow() - Date.now())).toBeLessThan(5_000);
});

test("pages are drawn again when the clock was set, and not with every response", () => {
  let changes = 0;
  const stop = onClockChange(() => {
    changes += 1;
  });
  const seen = [undefined, "2030-01-01T00:00:00.000Z; frozen", "2030-01-01T00:00:00.000Z; frozen"].map(
    (clock) => {
      respond(clock);
      return changes;
    },
  );
  expect(seen).toEqual([0, 1, 1]);
  respond("2030-01-02T00:00:00.000Z; frozen");
  expect(changes).toBe(2);
  for (let times = 0; times < 3; times += 1) respond(iso(Date.now() + dayMs));
  expect(changes).toBe(3);
  // A minute more is a new setting; the time that a response takes is none.
  respond(iso(Date.now() + dayMs + 60_000));
  expect(changes).toBe(4);
  respond();
  respond();
  expect(changes).toBe(5);
  stop();
});
