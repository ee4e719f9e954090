import { afterAll, beforeAll, expect, test } from "bun:test";
import { moved } from "../../../../src/delivery/carriers/kinds/simulated/route.ts";
import { completeGpsFault } from "../../../../src/delivery/lifecycle/simulation/input/faults.ts";
import { type GpsFault, gpsFaultKinds } from "../../../../src/delivery/model/model.ts";
import type { PlannedPosition } from "../../../../src/delivery/sandbox/driver.ts";
import { reportedPositions } from "../../../../src/delivery/sandbox/gps-faults/faults.ts";
import {
  driverClock,
  farMeters,
  judgePositions,
} from "../../../../src/delivery/sandbox/gps-faults/judging.ts";
import { berlinMitte, platform } from "../../../support/fixtures.ts";
import { type ReportWorld, startReportWorld } from "../../../support/reports.ts";

/** The measure of simulated phones: a carrier's server reports the same at the pace of the street. */

let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld();
});
afterAll(() => world.server.stop());

const speedMps = 9.5;
const { latitude, longitude } = berlinMitte;

/** A compressed trip: 300 meters every two seconds. */
const planned = Array.from({ length: 14 }, (_, place): PlannedPosition => {
  const measured = { accuracyMeters: 8, headingDegrees: 160, speedMps, fraction: null };
  const there = moved({ latitude: latitude ?? 0, longitude: longitude ?? 0 }, 300 * place, 160);
  return {
    index: place,
    seconds: 2 * place,
    lateSeconds: 0,
    leg: "delivery",
    update: { kind: "position", ...there, ...measured },
  };
});

const one = (fault: (typeof gpsFaultKinds)[number], from_seconds = 8, to_seconds = 18) =>
  // A carrier's clock may be five minutes wrong.
  completeGpsFault(
    { fault, from_seconds, to_seconds, ...(fault.startsWith("clock") && { seconds: 120 }) },
    "real",
  );

const phones: [string, GpsFault[]][] = [
  ...gpsFaultKinds.map((kind): [string, GpsFault[]] => [kind, [one(kind)]]),
  ["a jump that is only a bounce", [one("jump", 8, 12)]],
  [
    "a frozen phone that loses its clock, twice",
    [one("freeze"), one("clock_behind", 12, 16), one("duplicate")],
  ],
  ["all at once", gpsFaultKinds.map((kind, place) => one(kind, 2 * place, 2 * place + 6))],
];

test.each(phones)("%s: the verdicts of a real phone", async (_, faults) => {
  const clock = driverClock(planned, speedMps, ({ seconds }) => seconds * 1000);
  const reported = reportedPositions(planned, faults, farMeters(planned, clock));
  const verdicts = judgePositions(reported, clock);

  const trip = await world.accept();
  const startMs = world.clock.now();
  for (const [place, { taken, sent, update, clockSeconds }] of reported.entries()) {
    world.clock.advance(Math.max(0, Math.ceil((startMs + clock(sent) - world.clock.now()) / 1000)));
    const [result] = await world.send([
      {
        id: `position-${place}`,
        assignment_id: trip.assignmentId,
        at: new Date(startMs + Math.round(clock(taken)) + clockSeconds * 1000).toISOString(),
        type: "position",
        latitude: update.latitude,
        longitude: update.longitude,
        accuracy_meters: update.accuracyMeters,
      },
    ]);
    expect(result?.problem ?? null).toBeNull();
  }
  const { data } = (await world.account.sandbox.get(`${platform}/tracking/${trip.id}/positions?limit=100`))
    .body;
  expect(data.map(({ verdict }: { verdict: string }) => verdict)).toEqual(verdicts);
  // A clock that is ahead does not make Waybill receive anything later.
  const receivedAt = data.map(({ received_at }: { received_at: string }) => Date.parse(received_at));
  expect(receivedAt).toEqual(receivedAt.toSorted((a: number, b: number) => a - b));
});
