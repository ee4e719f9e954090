import { expect, test } from "bun:test";
import type { Deps } from "../../../src/infra/deps.ts";
import { laneJob } from "../../../src/infra/jobs/lane-job.ts";

test("a place that gets free is for the lane that waits longest, however much the others have to do", async () => {
  const rows = new Map([
    ["silent a", Array.from({ length: 10 }, (_, at) => ({ id: `a${at}`, at }))],
    ["silent b", Array.from({ length: 10 }, (_, at) => ({ id: `b${at}`, at }))],
    ["healthy c", [{ id: "c0", at: 0 }]],
    ["healthy d", [{ id: "d0", at: 0 }]],
  ]);
  const log = { error() {} };
  const realClock = { now: () => 100, monotonic: () => 100 };
  const deps = { realClock, log, stopping: new AbortController().signal } as unknown as Deps;
  const begun: string[] = [];
  const running = new Map<string, () => void>();
  const job = laneJob(deps, "live", {
    name: "test",
    rows: {
      lanes: () => [...rows.keys()],
      read: (lane, from, limit) => (rows.get(lane) ?? []).filter(({ at }) => at >= from).slice(0, limit),
      watch() {},
      isEmpty: () => false,
      synced: async () => {},
      indexed: undefined,
    },
    inFlightMax: 4,
    inFlightPerLaneMax: 2,
    async task(id) {
      begun.push(id);
      await new Promise<void>((resolve) => running.set(id, resolve));
      for (const [lane, waiting] of rows)
        rows.set(
          lane,
          waiting.filter((row) => row.id !== id),
        );
    },
  });
  const settled = () => new Promise(setImmediate);
  job.watch(() => {});
  job.run(100);
  await settled();
  expect(begun).toEqual(["a0", "a1", "b0", "b1"]);
  for (const id of ["a0", "a1", "b0", "b1"]) {
    running.get(id)?.();
    await settled();
    job.run(100);
    await settled();
  }
  expect(begun.slice(4)).toEqual(["c0", "d0", "a2", "b2"]);
});
