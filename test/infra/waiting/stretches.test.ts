import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { systemClock } from "../../../src/infra/clock.ts";
import {
  holderNow,
  holdingAfter,
  holdThread,
  longestStretches,
  onTurn,
  takeLongest,
} from "../../../src/infra/waiting/stretches.ts";
import { inSlices, nextTurn } from "../../../src/infra/waiting/turns.ts";

/** What holds the thread is measured by its processor time, which passes here with the works alone. */

let usedMs = 0;
let uses: ReturnType<typeof spyOn<typeof process, "threadCpuUsage">>;
beforeAll(() => {
  uses = spyOn(process, "threadCpuUsage").mockImplementation(() => ({ user: usedMs * 1000, system: 0 }));
});
// In the midst of a turn, what the machine has used so far would be the time of its holder.
afterAll(async () => {
  await endOfTurn();
  uses.mockRestore();
});

function work(cpuMs: number): void {
  usedMs += cpuMs;
}

const longestOf = (name: string) => longestStretches().find((each) => each.name === name);
/** The turn of whoever ran before is over. */
const freshTurn = async () => {
  await nextTurn();
  await nextTurn();
};
/** The turn that runs is over, and nobody goes on in the next. */
const endOfTurn = () => new Promise(setImmediate);

test("a stretch ends where another holder begins", async () => {
  await freshTurn();
  holdThread({ name: "first" });
  work(20);
  holdThread({ name: "second" });
  work(5);
  await freshTurn();
  expect([longestOf("first")?.cpuMs, longestOf("second")?.cpuMs]).toEqual([20, 5]);
});

test("two holders with the same name have a stretch each, and one that says so again goes on with its own", async () => {
  await freshTurn();
  for (let times = 0; times < 4; times += 1) {
    holdThread({ name: "twins" });
    work(10);
  }
  const alone = { name: "alone" };
  for (let times = 0; times < 4; times += 1) {
    holdThread(alone);
    work(10);
  }
  await freshTurn();
  expect([longestOf("alone")?.cpuMs, longestOf("twins")?.cpuMs]).toEqual([40, 10]);
});

test("who gives way goes on under the same name in the next turn, in a stretch of its own", async () => {
  await freshTurn();
  const who = { name: "polite" };
  holdThread(who);
  for (let times = 0; times < 4; times += 1) {
    work(10);
    await nextTurn();
    expect(holderNow()).toBe(who);
  }
  await freshTurn();
  const { cpuMs, heldMs = 0 } = longestOf("polite") ?? {};
  expect(cpuMs).toBe(10);
  expect(heldMs).toBeGreaterThan(0);
});

test("steps in slices are shorter than all of them", async () => {
  await freshTurn();
  holdThread({ name: "sliced" });
  let nowMs = systemClock.monotonic();
  using _time = spyOn(systemClock, "monotonic").mockImplementation(() => nowMs);
  await inSlices(
    (function* steps(): Generator<void, void> {
      for (let times = 0; times < 100; times += 1) {
        work(1);
        nowMs += 1;
        yield;
      }
    })(),
  );
  await freshTurn();
  expect(longestOf("sliced")?.cpuMs).toBeLessThan(100);
});

test("who waited for others goes on as itself", async () => {
  await freshTurn();
  const who = { name: "waiter" };
  holdThread(who);
  await holdingAfter(freshTurn().then(() => holdThread({ name: "other" })));
  expect(holderNow()).toBe(who);
  holdThread({ name: "third" });
  await expect(holdingAfter(Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  expect(holderNow()?.name).toBe("third");
});

test("nobody holds the thread after a turn, and each turn is heard of once", async () => {
  await endOfTurn();
  expect(holderNow()).toBeUndefined();
  const turns: number[] = [];
  const end = onTurn((ms) => void turns.push(ms));
  holdThread({ name: "one" });
  holdThread({ name: "two" });
  await endOfTurn();
  expect(holderNow()).toBeUndefined();
  expect(turns).toHaveLength(1);
  end();
  holdThread({ name: "three" });
  await endOfTurn();
  expect(turns).toHaveLength(1);
});

test("the longest is told once", async () => {
  await freshTurn();
  takeLongest();
  holdThread({ name: "short" });
  work(4);
  holdThread({ name: "long" });
  work(5);
  holdThread({ name: "other" });
  work(4);
  await freshTurn();
  expect(takeLongest()).toMatchObject({ name: "long", cpuMs: 5 });
  expect(takeLongest()).toBeUndefined();
});
