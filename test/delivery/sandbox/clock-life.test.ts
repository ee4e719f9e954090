import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { outcomes } from "../../../src/delivery/model/model.ts";
import { toTimestamp } from "../../../src/infra/clock.ts";
import type { Deps } from "../../../src/infra/deps.ts";
import { createClock, jobsAtRest } from "../../support/clock.ts";
import { platform } from "../../support/fixtures.ts";
import { startServer, type TestServer } from "../../support/harness.ts";
import { type Life, live, type Passing } from "../../support/lives.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";

/** An account's clock: a life under any sequence of advances equals the same life in real time but for the times. */

const runs = 4;
/** The server's time. It stands still unless a life in real time moves it. */
const clock = createClock(Date.UTC(2026, 5, 1, 12));
let server: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  receiver = startReceiver();
  // Long enough that the random part of a wait is shorter than what the receiver asks for.
  receiver.answer = () => new Response("later", { status: 500, headers: { "retry-after": "30" } });
  server = await startServer({
    config: { testClock: true, shipmentExpirySeconds: 900, webhookSchedule: [0, 5, 10] },
    replacements: { clock },
  });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

/** Moves the server's time from one due task to the next, as if each had run at once. */
async function passInRealTime(deps: Deps, seconds: number): Promise<void> {
  const until = clock.now() + Math.round(seconds * 1000);
  for (;;) {
    await jobsAtRest(deps);
    const jobs = deps.loops.flatMap((loop) => loop.jobs);
    // The server's own loop began something just now.
    if (jobs.some((job) => job.backlog(clock.now()) + (job.heldBack?.(clock.now()) ?? 0) > 0)) continue;
    const next = Math.min(...jobs.map((job) => job.nextDue()).filter((at) => at > clock.now()));
    if (next > until) break;
    clock.moveTo(next);
  }
  clock.moveTo(until);
  await jobsAtRest(deps);
}

async function inRealTime(): Promise<Passing> {
  const { sandbox } = await server.account();
  return {
    client: sandbox,
    now: clock.now,
    pass: (seconds) => passInRealTime(server.deps, seconds),
  };
}

/** One step of a tester, who may come this far of the way. */
interface Step {
  kind: "advance" | "to" | "freeze" | "run";
  share: number;
}

/** Moves the account's clock in steps of these kinds and sizes, over and over. */
async function byAdvances(steps: readonly Step[]): Promise<Passing> {
  const { sandbox } = await server.account();
  const patch = async (body: unknown) => {
    const answer = await sandbox.patch(`${platform}/sandbox/clock`, body);
    expect([answer.text, answer.status]).toEqual([answer.text, 200]);
    return Date.parse(answer.body.now);
  };
  let now = await patch({ frozen_at: toTimestamp(clock.now() + 3_600_000) });
  let made = 0;
  return {
    client: sandbox,
    now: () => now,
    async pass(seconds) {
      const until = now + Math.round(seconds * 1000);
      while (now < until) {
        const { kind, share } = steps[made % steps.length] ?? { kind: "to", share: 1 };
        made += 1;
        const next = Math.min(until, now + Math.max(1, Math.ceil((until - now) * share)));
        if (kind === "run") now = await patch({ frozen_at: null });
        if (kind === "freeze") now = await patch({ frozen_at: toTimestamp(next) });
        else if (kind === "advance") now = await patch({ advance_seconds: (next - now) / 1000 });
        else now = await patch({ to: toTimestamp(next) });
        expect(now).toBe(next);
      }
    },
  };
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("advance", "to", "freeze", "run"),
  share: fc.constantFrom(0.1, 0.3, 1),
});
/** Carriers that answer late, or with an error, a second attempt, late and doubled reports. */
const script = {
  quotes: [
    { carrier: "swift_bike", answer: "unavailable" },
    { carrier: "city_van", after_seconds: 4, expires_in_seconds: 300 },
    { carrier: "parcel_post", answer: "error", after_seconds: 2 },
  ],
  steps: [
    { type: "progress", substatus: "picked_up", after_seconds: 20 },
    { type: "position", latitude: 52.51, longitude: 13.41, accuracy_meters: 20, after_seconds: 10, times: 2 },
    {
      type: "attempt_failed",
      reason_code: "access_restricted",
      next_attempt_in_seconds: 600,
      after_seconds: 30,
    },
    { type: "progress", substatus: "at_delivery", after_seconds: 600 },
    { type: "scan", message: "Seen.", after_seconds: 5, late_seconds: 30 },
    { type: "delivered", after_seconds: 10 },
  ],
};
const drift = { fault: "drift", from_seconds: 20, to_seconds: 40, seed: "gps" };
const behind = { fault: "clock_behind", from_seconds: 25, to_seconds: 35, seed: "gps" };
const life: fc.Arbitrary<Life> = fc.record({
  simulation: fc.oneof(
    { weight: 3, arbitrary: fc.record({ outcome: fc.constantFrom(...outcomes) }) },
    { weight: 2, arbitrary: fc.constant({ script }) },
    { weight: 1, arbitrary: fc.constant({ gps_faults: [drift, behind] }) },
  ),
  deeds: fc.constantFrom<Life["deeds"]>(
    [{ at: 5, does: "accept" }],
    [
      { at: 5, does: "accept" },
      { at: 17, does: "cancel" },
    ],
    [
      { at: 5, does: "accept" },
      { at: 12, does: "release" },
      { at: 40, does: "accept" },
    ],
    [
      { at: 1000, does: "requote" },
      { at: 1010, does: "accept" },
    ],
    [
      { at: 5, does: "accept" },
      { at: 80, does: "accept" },
    ],
    [],
  ),
  lasts: fc.constantFrom(90, 1000),
});

test("a life under any sequence of advances is the same life in real time, but for the times", async () => {
  await fc.assert(
    fc.asyncProperty(life, fc.array(step, { minLength: 1, maxLength: 6 }), async (lived, steps) => {
      const expected = await live(lived, await inRealTime(), receiver.url);
      expect(await live(lived, await byAdvances(steps), receiver.url)).toEqual(expected);
    }),
    { numRuns: runs },
  );
});
