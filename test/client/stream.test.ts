import { afterEach, describe, expect, jest, test } from "bun:test";
import { createWaybill, type StreamWatch, WaybillError } from "waybill-client";
import { followStream } from "waybill-client/stream";

afterEach(() => void jest.useRealTimers());

const path = { shipmentId: "shp_1" };
const entry = (sequence: number) =>
  `id: ${sequence}.0.0\nevent: status\ndata: {"sequence":${sequence},"status":"created"}\n\n`;
const nothingFollows = () => new Response(null, { status: 204 });
const refusal = (status: number) => () => Response.json({ code: "busy", detail: "No." }, { status });

/** A stream that says this in these parts, and then ends, breaks, or is silent until it is aborted. */
function stream(parts: string[], end: "ends" | "breaks" | "is silent" = "ends") {
  return ({ signal }: RequestInit) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
          signal?.addEventListener("abort", () => controller.error(signal.reason));
          if (end === "ends") controller.close();
        },
        pull(controller) {
          if (end === "breaks") controller.error(new Error("reset"));
        },
      }),
    );
}

function streamOf(...pieces: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) if (piece.length > 0) controller.enqueue(piece);
      controller.close();
    },
  });
}

/** A client whose requests are answered in this order, and with which place each of them came. */
function clientOf(...answers: ((init: RequestInit) => Response)[]) {
  const places: (string | null)[] = [];
  const waybill = createWaybill({
    baseUrl: "http://127.0.0.1:1",
    apiKey: "wb_sandbox_test",
    maxRetries: 0,
    fetch: async (_url, init) => {
      places.push(new Headers(init.headers).get("last-event-id"));
      const answer = answers[places.length - 1];
      if (!answer) throw new Error("nobody asked for another");
      return answer(init);
    },
  });
  return { waybill, places };
}

async function sequencesOf(waybill: ReturnType<typeof clientOf>["waybill"], watch: StreamWatch = {}) {
  const found: number[] = [];
  for await (const message of waybill.streamTracking({ path, ...watch })) {
    if (message.event === "status") found.push(message.data.sequence);
  }
  return found;
}

describe("a stream", () => {
  test("gives each message once and in order, over connections that end and break, until nothing follows", async () => {
    const { waybill, places } = clientOf(
      stream([`retry: 3000\n${entry(1)}`, ": heartbeat\n", entry(2).slice(0, 20), entry(2).slice(20)]),
      stream([entry(3), entry(4).slice(0, 30)], "breaks"),
      stream([entry(4)]),
      nothingFollows,
    );
    const breaks: unknown[] = [];
    expect(await sequencesOf(waybill, { onBreak: (why) => void breaks.push(why) })).toEqual([1, 2, 3, 4]);
    expect(places).toEqual([null, "2.0.0", "3.0.0", "4.0.0"]);
    expect(breaks).toEqual([undefined, new Error("reset"), undefined]);
  });

  test("is read the same in pieces that end anywhere", async () => {
    const text = `id: 7\nretry: 3000\n\n: heartbeat\n\n${entry(8)}id: 9\nevent: late\ndata: {"a": "b: ü"}\n\n`;
    const bytes = new TextEncoder().encode(text);
    for (let end = 0; end <= bytes.length; end += 1) {
      const answers = [new Response(streamOf(bytes.slice(0, end), bytes.slice(end))), undefined];
      const place = { id: "" };
      const messages = followStream(async () => answers.shift(), { place, firstWaitMs: 0 });
      const found = await Array.fromAsync(messages, ({ id, event, data }) => [id, event, data]);
      expect(found).toEqual([
        ["8.0.0", "status", { sequence: 8, status: "created" }],
        ["9", "late", { a: "b: ü" }],
      ]);
      expect(place).toEqual({ id: "9" });
    }
  });

  test("goes on from a place that was told before the first message", async () => {
    const { waybill, places } = clientOf(stream(["id: evt_7\nretry: 3000\n\n"]), nothingFollows);
    for await (const message of waybill.streamEvents()) expect(message).toBeUndefined();
    expect(places).toEqual([null, "evt_7"]);
  });

  test("that is refused at first is thrown, and later what will not pass", async () => {
    const first = clientOf(refusal(503));
    await expect(sequencesOf(first.waybill)).rejects.toBeInstanceOf(WaybillError);
    const later = clientOf(stream([entry(1)]), refusal(503), refusal(401));
    await expect(sequencesOf(later.waybill)).rejects.toMatchObject({ status: 401 });
    expect(later.places).toEqual([null, "1.0.0", "1.0.0"]);
  });

  test("that is aborted throws the reason", async () => {
    const { waybill } = clientOf(stream([entry(1)], "is silent"));
    const stop = new AbortController();
    const messages = waybill.streamTracking({ path, signal: stop.signal });
    expect((await messages.next()).value?.id).toBe("1.0.0");
    const next = messages.next();
    stop.abort(new Error("enough"));
    await expect(next).rejects.toThrow("enough");
  });

  test("whose reader leaves is closed", async () => {
    let signal: AbortSignal | null | undefined;
    let cancelled = false;
    const { waybill } = clientOf((init) => {
      signal = init.signal;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(entry(1))),
        cancel() {
          cancelled = true;
        },
      });
      return new Response(body);
    });
    for await (const { id } of waybill.streamTracking({ path })) if (id === "1.0.0") break;
    expect([cancelled, signal?.aborted]).toEqual([true, false]);
  });
});

/** What is due by promises alone has been done after these. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

test("a reader that takes its time is no silence of the server; no word from the server is", async () => {
  jest.useFakeTimers();
  const breaks: unknown[] = [];
  const { waybill } = clientOf(stream([entry(1), entry(2)], "is silent"), nothingFollows);
  const messages = waybill.streamTracking({ path, onBreak: (why) => void breaks.push(why) });
  expect((await messages.next()).value?.id).toBe("1.0.0");
  jest.advanceTimersByTime(60_000);
  expect((await messages.next()).value?.id).toBe("2.0.0");
  jest.advanceTimersByTime(60_000);
  expect(breaks).toEqual([]);

  const next = messages.next();
  await turns();
  jest.advanceTimersByTime(45_001);
  await turns();
  expect(breaks).toEqual([new Error("the server sent nothing")]);
  jest.advanceTimersByTime(251);
  expect((await next).done).toBe(true);
});
