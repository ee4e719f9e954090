import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { CarrierUpdate } from "../../../../src/delivery/carriers/carrier-update.ts";
import { toTracked as fromEasypost } from "../../../../src/delivery/carriers/kinds/easypost/tracker.ts";
import { toTracked as fromKarrio } from "../../../../src/delivery/carriers/kinds/karrio/tracker.ts";
import type { Tracked } from "../../../../src/delivery/carriers/tracked.ts";
import { applyTracked } from "../../../../src/delivery/connections/polling/applying.ts";
import { findShipment } from "../../../../src/delivery/lifecycle/state/reading.ts";
import { getTracking } from "../../../../src/delivery/lifecycle/tracking/service.ts";
import { callerOf, platform } from "../../../support/fixtures.ts";
import {
  delivered,
  startTrackerWorld,
  type TrackerWorld,
  toldFrom,
  undone,
} from "../../../support/trackers.ts";

/**
 * Carriers say `delivered` also of goods that came back, and tell some steps as a status only: the next answer knows
 * nothing of them. What Waybill has heard once decides.
 */
let world: TrackerWorld;
let booking: ReturnType<TrackerWorld["confirmed"]> | undefined;
beforeAll(async () => {
  world = await startTrackerWorld();
  world.playPolled();
});
afterAll(() => world.server.stop());

const statuses = ["in_transit", "out_for_delivery", "failure", "return_to_sender", "delivered"] as const;
/** `event` names its status, `bare` is an event without one, and of `silent` only the tracker's status is told. */
const manners = ["event", "bare", "silent"] as const;
interface Step {
  status: (typeof statuses)[number];
  manner: (typeof manners)[number];
}

const begin = Date.parse("2026-03-02T08:00:00Z");
const timeOf = (index: number) => new Date(begin + index * 3_600_000).toISOString();
const eventsOf = (steps: readonly Step[], wordOf = (status: string) => status) =>
  steps.flatMap(({ status, manner }, index) =>
    manner === "silent"
      ? []
      : [{ at: timeOf(index), status: manner === "bare" ? null : wordOf(status), name: `Step ${index}` }],
  );

/** What a carrier answers after these steps. */
const kinds: Record<string, (steps: readonly Step[]) => Tracked> = {
  easypost: (steps) =>
    fromEasypost({
      id: "trk_1",
      status: steps.at(-1)?.status ?? null,
      updated_at: timeOf(steps.length - 1),
      tracking_details: eventsOf(steps).map(({ at, status, name }) => ({
        datetime: at,
        status,
        message: name,
      })),
    }),
  karrio: (steps) => {
    const wordOf = (status = "pending") => (status === "failure" ? "delivery_failed" : status);
    const events = eventsOf(steps, wordOf).map(({ at, status, name }) => ({
      timestamp: at,
      status,
      description: name,
    }));
    return fromKarrio({ status: wordOf(steps.at(-1)?.status), events }, begin);
  },
};

const lateArrival = "A late report of delivered had no effect.";

async function messagesOf(id: string): Promise<string[]> {
  const { body } = await world.sandbox.get(`${platform}/tracking/${id}`);
  return body.entries.map(({ message }: { message: string }) => message);
}

/** What a shipment comes to by these answers, the last of which comes twice. */
async function cameTo(answers: readonly Tracked[]) {
  const { id, assignment } = await world.confirmed();
  for (const answer of answers) {
    const { refused } = await world.apply(assignment, answer);
    expect(refused).toEqual([]);
  }
  const { applied, late } = await world.apply(assignment, answers.at(-1) ?? { updates: [] });
  expect([applied, late]).toEqual([0, 0]);
  expect(await messagesOf(id)).not.toContain(lateArrival);
  return (await world.shipmentOf(id)).status as string;
}

/**
 * What the answers come to for one booking that all stories share. That each answer may have a transaction of its
 * own, others show.
 */
async function wouldComeTo(answers: readonly Tracked[]): Promise<string> {
  booking ??= world.confirmed();
  const { id, assignment } = await booking;
  const { deps } = world.server;
  return undone(world.server, (writing) => {
    for (const answer of answers) expect(applyTracked(writing, assignment, answer).refused).toEqual([]);
    const { applied, late } = applyTracked(writing, assignment, answers.at(-1) ?? { updates: [] });
    expect([applied, late]).toEqual([0, 0]);
    const caller = callerOf(findShipment(writing.tx, id)?.accountId ?? "", "sandbox");
    const { entries, status } = getTracking(deps, caller, id);
    expect(entries.map(({ message }) => message)).not.toContain(lateArrival);
    return status;
  });
}

const stepOf = (text: string): Step => {
  const [status, manner = "event"] = text.split(" ");
  return { status, manner } as Step;
};

describe.each(Object.keys(kinds))("%s", (kind) => {
  const answerOf = (steps: readonly Step[]) => kinds[kind]?.(steps) ?? { updates: [] };
  const back = "return_to_sender";

  test.each([
    ["every step has its event", ["in_transit", back, "delivered"], "returned"],
    ["nobody tells of the arrival but the status", ["in_transit", back, "delivered silent"], "returned"],
    ["only a status said that they go back", ["in_transit", `${back} silent`, "delivered"], "returned"],
    ["no event came before the arrival", [`${back} silent`, "delivered"], "returned"],
    ["there is no event at all", [`${back} silent`, "delivered silent"], "returned"],
    ["no event has a status", ["in_transit bare", `${back} bare`, "delivered bare"], "returned"],
    ["the arrival is told twice", [`${back} silent`, "delivered", "delivered"], "returned"],
    ["nobody knew of a way back", ["in_transit silent", "delivered"], "delivered"],
  ])("goods end where they went, if %s", async (_, story, status) => {
    const steps = story.map(stepOf);
    expect(await cameTo(steps.map((_, index) => answerOf(steps.slice(0, index + 1))))).toBe(status);
  });

  test.each([
    ["the status tells of the arrival", ["in_transit", back, "delivered silent"], "returned"],
    ["an event tells of it", [back, "delivered"], "returned"],
    ["no event tells of the way back", ["in_transit", `${back} silent`, "delivered"], "delivered"],
    ["no event has a status", ["in_transit bare", `${back} bare`, "delivered bare"], "delivered"],
  ])("goods end as the last answer alone can tell, if %s", async (_, story, status) => {
    expect(await cameTo([answerOf(story.map(stepOf))])).toBe(status);
  });

  const manner = fc.constantFrom(...manners);
  const told = (status: Step["status"]) => manner.map((manner): Step => ({ status, manner }));
  const way = fc.array(told("in_transit"), { maxLength: 2 });
  const attempt = fc.tuple(fc.constant(stepOf("out_for_delivery")), told("failure"));
  const ends = fc.oneof(
    fc.tuple(told("in_transit")),
    fc.tuple(told("out_for_delivery"), told("delivered")),
    fc.tuple(told(back)),
    fc.tuple(told(back), told("in_transit")),
    fc.tuple(told(back), told("delivered")),
    fc.tuple(told(back), told("in_transit"), told("delivered"), told("delivered")),
  );
  const stories = fc
    .tuple(way, fc.array(attempt, { maxLength: 1 }), ends)
    .map(([before, tries, end]) => [...before, ...tries.flat(), ...end])
    .chain((steps) => {
      const lengths = steps.map((_, index) => index + 1);
      return fc.tuple(fc.constant(steps), fc.shuffledSubarray([...lengths, ...lengths]));
    });

  /** Whether an answer after so many steps says that the goods go back. */
  const tellsBack = (steps: readonly Step[], length: number) =>
    steps.slice(0, length).some(({ status, manner }, index) => {
      return status === back && (manner === "event" || index === length - 1);
    });

  test("whatever answers are missed, mixed or repeated before the last, what was heard decides", async () => {
    await fc.assert(
      fc.asyncProperty(stories, async ([steps, some]) => {
        const lengths = [...some, steps.length];
        const arrival = steps.findIndex(({ status }) => status === "delivered");
        const first = arrival < 0 ? undefined : lengths.findIndex((length) => length > arrival);
        const heard = first === undefined ? lengths : lengths.slice(0, first + 1);
        const goesBack = heard.some((length) => tellsBack(steps, length));
        const whole = answerOf(steps);
        const known = arrival < 0 ? "returning" : "returned";
        const expected = goesBack ? known : await wouldComeTo([whole]);
        expect(await wouldComeTo(lengths.map((length) => answerOf(steps.slice(0, length))))).toBe(expected);
      }),
      { numRuns: 60 },
    );
  });
});

test("an arrival that a carrier reports after it lost the shipment is late, though another one brings it back", async () => {
  const { id, assignment } = await world.confirmed();
  const path = `${platform}/shipments/${id}/assignments`;
  expect((await world.sandbox.delete(`${path}/${assignment.id}`)).status).toBe(200);
  const { status, body: next } = await world.sandbox.post(path, { strategy: "cheapest" });
  expect(status).toBe(201);
  const sentBack = { kind: "undeliverable", reason: "other", message: "It goes back." } as const;
  const told = (update: CarrierUpdate) => ({ updates: toldFrom(world.clock.now(), update) });
  await world.becomes({ id, quotes: [], assignment: next }, "confirmed");
  await world.apply(next, told(sentBack));
  expect(await world.apply(assignment, told(delivered))).toMatchObject({ applied: 0, late: 1 });
  expect(await world.shipmentOf(id)).toMatchObject({ status: "returning" });
  expect(await messagesOf(id)).toContain(lateArrival);
});
