import { expect, spyOn, test } from "bun:test";
import type { Deps } from "../../../src/infra/deps.ts";
import { reportLongest } from "../../../src/infra/metrics/jobs.ts";
import { holdThread, takeLongest } from "../../../src/infra/waiting/stretches.ts";
import { nextTurn } from "../../../src/infra/waiting/turns.ts";

test("once an hour the log names what held the thread longest since the last time", async () => {
  // Processor time passes here with the works alone.
  let usedMs = 0;
  using _uses = spyOn(process, "threadCpuUsage").mockImplementation(() => ({
    user: usedMs * 1000,
    system: 0,
  }));
  await nextTurn();
  takeLongest();
  const lines: unknown[][] = [];
  const log = { info: (...line: unknown[]) => void lines.push(line) };
  const job = reportLongest({ log } as unknown as Deps);
  expect(job.pattern).toBe("0 * * * *");
  for (const [name, cpuMs] of [
    ["createShipment", 2],
    ["exportAccount", 20],
    ["rows.forget", 1],
  ] as const) {
    holdThread({ name });
    usedMs += cpuMs;
  }
  await nextTurn();
  await job.run(0);
  const fields = { operation: "exportAccount", cpu_ms: 20, held_ms: expect.any(Number) };
  expect(lines).toEqual([[fields, "This operation held the thread longest in the last hour"]]);
  lines.splice(0);
  await job.run(0);
  expect(lines).toEqual([]);
  // The turn ends first: what the machine has used so far would be the time of its holder.
  await new Promise(setImmediate);
});
