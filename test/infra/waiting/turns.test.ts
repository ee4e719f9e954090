import { expect, test } from "bun:test";
import { atOnce, inSlices } from "../../../src/infra/waiting/turns.ts";

/** Long work in short steps. */

function* spin(count: number, stepMs: number): Generator<void, number> {
  for (let done = 0; done < count; done += 1) {
    const untilMs = performance.now() + stepMs;
    while (performance.now() < untilMs);
    yield;
  }
  return count;
}

test("long work lets others come in between, and short work does not wait for them", async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  expect(await inSlices(spin(10, 10))).toBe(10);
  // Each step is longer than a slice.
  expect(turns).toBeGreaterThanOrEqual(9);
  turns = 0;
  expect(await inSlices(spin(3, 0))).toBe(3);
  expect(turns).toBe(0);
  clearImmediate(next);
});

test("work whose caller has gone ends at the next turn", async () => {
  const gone = AbortSignal.abort(new Error("gone"));
  let steps = 0;
  function* counted() {
    for (;;) {
      steps += 1;
      yield* spin(1, 10);
    }
  }
  await expect(inSlices(counted(), gone)).rejects.toThrow("gone");
  expect(steps).toBe(1);
});

test("all at once is the same", () => {
  expect(atOnce(spin(3, 0))).toBe(3);
});
