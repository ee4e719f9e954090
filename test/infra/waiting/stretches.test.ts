import { expect, test } from "bun:test";
import { threadCpuMs } from "../../../src/infra/clock.ts";
import {
  holderNow,
  holdingAfter,
  holdThread,
  longestStretches,
  onTurn,
  takeLongest,
} from "../../../src/infra/waiting/stretches.ts";
import { inSlices, nextTurn } from "../../../src/infra/waiting/turns.ts";

/**
 * What holds the thread is measured by processor time, which another process does not lengthen. The collector may, so a
 * stretch is compared with the sum of works of which it must not have all.
 */

/** @returns how long it took, which may be more */
function work(cpuMs: number): number {
  const begin = threadCpuMs();
  while (threadCpuMs() < begin + cpuMs);
  return threadCpuMs() - begin;
}

const longestOf = (name: string) => longestStretches().find((each) => each.name === name);
/** The turn of whoever ran before is over. */
const freshTurn = async () => {
  await nextTurn();
  await nextTurn();
};

test("a stretch ends where another holder begins", async () => {
  await freshTurn();
  holdThread({ name: "first" });
  let sum = work(20);
  holdThread({ name: "second" });
  sum += work(5);
  await freshTurn();
  const [first, second] = [longestOf("first")?.cpuMs ?? 0, longestOf("second")?.cpuMs ?? 0];
  expect(first).toBeGreaterThanOrEqual(20);
  expect(second).toBeGreaterThanOrEqual(5);
  expect(Math.max(first, second)).toBeLessThan(sum);
});

test("two holders with the same name have a stretch each, and one that says so again goes on with its own", async () => {
  await freshTurn();
  let sum = 0;
  for (let times = 0; times < 4; times += 1) {
    holdThread({ name: "twins" });
    sum += work(10);
  }
  const alone = { name: "alone" };
  for (let times = 0; times < 4; times += 1) {
    holdThread(alone);
    work(10);
  }
  await freshTurn();
  expect(longestOf("alone")?.cpuMs).toBeGreaterThanOrEqual(40);
  expect(longestOf("twins")?.cpuMs).toBeLessThan(sum);
});

test("who gives way goes on under the same name in the next turn, in a stretch of its own", async () => {
  await freshTurn();
  const who = { name: "polite" };
  holdThread(who);
  let sum = 0;
  for (let times = 0; times < 4; times += 1) {
    sum += work(10);
    await nextTurn();
    expect(holderNow()).toBe(who);
  }
  await freshTurn();
  const { cpuMs = 0, heldMs = 0 } = longestOf("polite") ?? {};
  expect(cpuMs).toBeGreaterThanOrEqual(10);
  expect(cpuMs).toBeLessThan(sum);
  expect(heldMs).toBeGreaterThan(0);
});

test("steps in slices are shorter than all of them", async () => {
  await freshTurn();
  holdThread({ name: "sliced" });
  let sum = 0;
  await inSlices(
    (function* steps(): Generator<void, void> {
      for (let times = 0; times < 100; times += 1) {
        sum += work(1);
        yield;
      }
    })(),
  );
  await freshTurn();
  expect(longestOf("sliced")?.cpuMs).toBeLessThan(sum);
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
  await freshTurn();
  await new Promise((resolve) => setTimeout(resolve, 1));
  const turns: number[] = [];
  const end = onTurn((ms) => void turns.push(ms));
  holdThread({ name: "one" });
  holdThread({ name: "two" });
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(holderNow()).toBeUndefined();
  expect(turns).toHaveLength(1);
  end();
  holdThread({ name: "three" });
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(turns).toHaveLength(1);
});

test("the longest is told once", async () => {
  await freshTurn();
  takeLongest();
  holdThread({ name: "long" });
  work(5);
  holdThread({ name: "short" });
  await freshTurn();
  expect(takeLongest()?.name).toBe("long");
  expect(takeLongest()?.name).not.toBe("long");
});
