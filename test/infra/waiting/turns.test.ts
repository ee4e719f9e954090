import { expect, test } from "bun:test";
import { atOnce, createShared, createSlices, inSlices } from "../../../src/infra/waiting/turns.ts";

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
  expect(atOnce(spin(3, 0))).toBe(3);
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
      atOnce(spin(1, 10));
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
