import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { systemClock } from "../../../src/infra/clock.ts";
import { atOnce, createShared, createSlices, inSlices } from "../../../src/infra/waiting/turns.ts";

/** Long work in short steps. Time passes with the steps alone, however busy the machine is. */

let nowMs = 0;
let reads: ReturnType<typeof spyOn<typeof systemClock, "monotonic">>;
beforeAll(() => {
  reads = spyOn(systemClock, "monotonic").mockImplementation(() => nowMs);
});
afterAll(() => reads.mockRestore());

function* take(count: number, stepMs: number): Generator<void, number> {
  for (let done = 0; done < count; done += 1) {
    nowMs += stepMs;
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
  expect(await inSlices(take(10, 10))).toBe(10);
  // Each step is longer than a slice.
  expect(turns).toBeGreaterThanOrEqual(9);
  turns = 0;
  expect(await inSlices(take(3, 0))).toBe(3);
  expect(turns).toBe(0);
  clearImmediate(next);
});

test("work whose caller has gone ends at the next turn", async () => {
  const gone = AbortSignal.abort(new Error("gone"));
  let steps = 0;
  function* counted() {
    for (;;) {
      steps += 1;
      yield* take(1, 10);
    }
  }
  await expect(inSlices(counted(), gone)).rejects.toThrow("gone");
  expect(steps).toBe(1);
});

test("what works of one run make alike is made once, and anew in the next run; what fails is not kept", async () => {
  const [inSlice, shared] = [createSlices(), createShared<number | undefined>()];
  let made = 0;
  const make = () => {
    made += 1;
    return made === 1 ? undefined : made;
  };
  const fail = () => {
    throw new Error("failed");
  };
  expect(await inSlice(() => [shared("a", make), shared("a", make), shared("b", make)])).toEqual([
    undefined,
    undefined,
    2,
  ]);
  await expect(inSlice(() => shared("a", fail))).rejects.toThrow("failed");
  expect(await inSlice(() => [shared("a", make), shared("b", make), shared("a", make)])).toEqual([3, 4, 3]);
  // Whoever comes after a write sees what was written, in the next callback of the same turn too.
  const next = Promise.withResolvers<number | undefined>();
  setImmediate(() => next.resolve(shared("a", make)));
  expect([shared("a", make), await next.promise]).toEqual([5, 6]);
});

test("all at once is the same", () => {
  expect(atOnce(take(3, 0))).toBe(3);
});

test("works of many callers are done in order, with turns for others, and one that fails fails alone", async () => {
  const inSlice = createSlices();
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const done: number[] = [];
  const works = Array.from({ length: 5 }, (_, index) =>
    inSlice(() => {
      atOnce(take(1, 10));
      if (index === 2) throw new Error("failed");
      done.push(index);
      return index;
    }),
  );
  expect(done).toEqual([]);
  const settled = await Promise.allSettled(works);
  expect(settled.map((each) => (each.status === "fulfilled" ? each.value : each.reason.message))).toEqual([
    0,
    1,
    "failed",
    3,
    4,
  ]);
  expect(done).toEqual([0, 1, 3, 4]);
  // Each work is longer than a slice.
  expect(turns).toBeGreaterThanOrEqual(4);
  turns = 0;
  await Promise.all([inSlice(() => {}), inSlice(() => {})]);
  expect(turns).toBeLessThanOrEqual(1);
  expect(await inSlice(() => "again")).toBe("again");
  clearImmediate(next);
});
