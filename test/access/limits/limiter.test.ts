import { expect, test } from "bun:test";
import { alone, retryAfter, take, takeOrRefuse } from "../../../src/access/limits/limiter.ts";
import type { Deps } from "../../../src/infra/deps.ts";
import { AppError } from "../../../src/infra/errors.ts";

/** The limits that are the same for everybody. They are in memory, one set for each installation. */

const installation = () => ({}) as Deps;
const now = Date.UTC(2026, 0, 5);

test.each([
  ["failures", 1_000, 100],
  ["signUps", 20, 10_000],
  ["signUpsNearby", 500, 1_000],
  ["links", 3, 1_200_000],
  ["recipients", 30, 2_000],
  ["senders", 200, 20],
  ["positions", 50_000, 1_000],
] as const)("%s: %i at once, then one each %i ms", (name, atOnce, everyMs) => {
  const deps = installation();
  const use = (at: number) => take(deps, name, alone("one"), at);
  for (let count = 0; count < atOnce; count += 1) expect(use(now)).toBe(0);
  expect(use(now)).toBe(everyMs);
  expect(use(now + everyMs - 1)).toBe(1);
  expect(use(now + everyMs)).toBe(0);
  expect(use(now + everyMs)).toBe(everyMs);
  expect(take(deps, name, alone("another"), now)).toBe(0);
});

test("downloads: 64 MiB at once, then 1 MiB a second", () => {
  const deps = installation();
  expect(take(deps, "downloads", alone("one"), now, 64 * 1_024)).toBe(0);
  expect(take(deps, "downloads", alone("one"), now, 1_024)).toBe(1_000);
  expect(take(deps, "downloads", alone("one"), now + 1_000, 1_024)).toBe(0);
});

test("one use counts for all keys or for none, and a wide network has a multiple of the rate", () => {
  const deps = installation();
  const wide = { name: "wide", allowance: 4 };
  for (let count = 0; count < 3; count += 1) expect(take(deps, "links", [...alone("a"), wide], now)).toBe(0);
  for (let count = 0; count < 9; count += 1) {
    expect(take(deps, "links", [...alone("a"), wide], now)).toBe(1_200_000);
  }
  for (let count = 0; count < 9; count += 1) expect(take(deps, "links", [wide], now)).toBe(0);
  expect(take(deps, "links", [wide], now)).toBe(300_000);
  expect(take(deps, "links", [...alone("b"), wide], now)).toBe(300_000);
  expect(take(deps, "links", alone("b"), now)).toBe(0);
});

test("what does not fit is refused with the policy's code, and whole seconds to wait", () => {
  const deps = installation();
  const refusal = () => {
    try {
      for (;;) takeOrRefuse(deps, "signUps", alone("one"), now);
    } catch (error) {
      return error as AppError;
    }
  };
  expect(refusal()).toBeInstanceOf(AppError);
  expect([refusal()?.code, refusal()?.options]).toEqual([
    "sign_up_throttled",
    { headers: { "retry-after": "10" } },
  ]);
  expect(retryAfter(1)).toEqual({ "retry-after": "1" });
});

test("the keys that were not used for longest are forgotten", () => {
  const deps = installation();
  for (let count = 0; count < 3; count += 1) take(deps, "links", alone("first"), now);
  for (let count = 1; count < 10_000; count += 1) take(deps, "links", alone(`key ${count}`), now);
  expect(take(deps, "links", alone("first"), now)).toBe(1_200_000);
  take(deps, "links", alone("one more"), now);
  expect(take(deps, "links", alone("first"), now)).toBe(0);
});
