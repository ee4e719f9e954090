import { afterEach, expect, jest, test } from "bun:test";
import type { Waybill } from "waybill-client";
import { followEvents } from "../../src/cli/follow.ts";

afterEach(() => void jest.useRealTimers());

const block = (id: string) => new TextEncoder().encode(`id: ${id}\nevent: webhook.test\ndata: {}\n\n`);
/** What is due by promises alone has been done after these. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

test("a receiver that takes its time is no silence of the server; no word from the server is", async () => {
  jest.useFakeTimers();
  const breaks: string[] = [];
  const stop = new AbortController();
  const streamEvents = async ({ signal }: { signal: AbortSignal }) => ({
    body: new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(block("evt_1"));
        controller.enqueue(block("evt_2"));
        signal.addEventListener("abort", () => controller.error(signal.reason));
      },
    }),
  });
  const events = followEvents({
    waybill: { streamEvents } as unknown as Waybill,
    type: undefined,
    signal: stop.signal,
    onOpen() {},
    onBreak: (why) => void breaks.push(why),
  });
  expect((await events.next()).value?.id).toBe("evt_1");
  jest.advanceTimersByTime(60_000);
  expect((await events.next()).value?.id).toBe("evt_2");
  jest.advanceTimersByTime(60_000);
  expect(breaks).toEqual([]);

  const next = events.next();
  await turns();
  jest.advanceTimersByTime(45_001);
  await turns();
  expect(breaks).toEqual(["nothing was heard of it"]);
  stop.abort();
  expect((await next).done).toBe(true);
});
