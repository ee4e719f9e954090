import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { callWithTimeout, isTimeout, settlesWithin } from "../../../src/infra/waiting/timeout.ts";

/** Timers of others, which go on beside. */
let others: number;
beforeEach(() => {
  jest.useFakeTimers();
  others = jest.getTimerCount();
});
afterEach(() => void jest.useRealTimers());

const never = new Promise<never>(() => {});
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a call", () => {
  test("hands over its result, and leaves no timer", async () => {
    expect(await callWithTimeout(1_000, async () => 7)).toBe(7);
    expect(jest.getTimerCount()).toBe(others);
  });

  test("that does not watch its signal ends with its time", async () => {
    let signal: AbortSignal | undefined;
    const calling = reasonOf(
      callWithTimeout(1_000, (given) => {
        signal = given;
        return never;
      }),
    );
    jest.advanceTimersByTime(999);
    expect(signal?.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(isTimeout(await calling)).toBe(true);
    expect(signal?.aborted).toBe(true);
  });

  test("that fails because of its signal has run out of time, whatever it throws", async () => {
    const calling = reasonOf(
      callWithTimeout(1_000, (signal) => {
        const { promise, reject } = Promise.withResolvers<never>();
        signal.addEventListener("abort", () => reject(new Error("connection aborted")));
        return promise;
      }),
    );
    jest.advanceTimersByTime(1_000);
    expect(isTimeout(await calling)).toBe(true);
  });

  test("that fails in time fails as it did, also with a TimeoutError of its own", async () => {
    for (const error of [new Error("no route"), new DOMException("too slow", "TimeoutError")]) {
      const reason = await reasonOf(callWithTimeout(1_000, () => Promise.reject(error)));
      expect(reason).toBe(error);
      expect(isTimeout(reason)).toBe(false);
    }
    expect(jest.getTimerCount()).toBe(others);
  });

  test("ends when it is stopped, with the reason for that", async () => {
    const stop = new AbortController();
    const calling = reasonOf(callWithTimeout(1_000, () => never, stop.signal));
    const reason = new Error("the server stops");
    stop.abort(reason);
    expect(await calling).toBe(reason);
    expect(jest.getTimerCount()).toBe(others);
  });

  test("that was stopped before is not made", async () => {
    let calls = 0;
    const call = async () => {
      calls += 1;
    };
    expect(await reasonOf(callWithTimeout(1_000, call, AbortSignal.abort()))).toHaveProperty(
      "name",
      "AbortError",
    );
    expect(calls).toBe(0);
  });
});

describe("work", () => {
  test("settles within its time, or goes on after it", async () => {
    const work = Promise.withResolvers<void>();
    const late = settlesWithin(1_000, work.promise);
    jest.advanceTimersByTime(1_000);
    expect(await late).toBe(false);
    const early = settlesWithin(1_000, work.promise);
    work.resolve();
    expect(await early).toBe(true);
    expect(jest.getTimerCount()).toBe(others);
  });

  test("that fails in time is not waited for", async () => {
    expect(settlesWithin(1_000, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(jest.getTimerCount()).toBe(others);
  });
});
