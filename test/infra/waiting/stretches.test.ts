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

/** What holds the thread is measured by processor time, which another process does not lengthen. */

function work(cpuMs: number): void {
  const until = threadCpuMs() + cpuMs;
  while (threadCpuMs() < until);
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
  work(20);
  holdThread({ name: "second" });
  work(5);
  await freshTurn();
  const [first, second] = [longestOf("first")?.cpuMs ?? 0, longestOf("second")?.cpuMs ?? 0];
  expect(first).toBeGreaterThanOrEqual(20);
  expect(second).toBeGreaterThanOrEqual(5);
  expect(first).toBeGreaterThan(second);
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
  expect(longestOf("alone")?.cpuMs).toBeGreaterThanOrEqual(40);
  expect(longestOf("twins")?.cpuMs).toBeLessThan(40);
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
  const { cpuMs = 0, heldMs = 0 } = longestOf("polite") ?? {};
  expect(cpuMs).toBeGreaterThanOrEqual(10);
  expect(cpuMs).toBeLessThan(40);
  expect(heldMs).toBeGreaterThan(0);
});

test("steps in slices are shorter than all of them", async () => {
  await freshTurn();
  holdThread({ name: "sliced" });
  await inSlices(
    (function* steps() {
      for (let times = 0; times < 100; times += 1) yield work(1);
    })(),
  );
  await freshTurn();
  expect(longestOf("sliced")?.cpuMs).toBeLessThan(50);
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
