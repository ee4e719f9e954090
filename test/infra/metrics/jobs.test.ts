import { expect, test } from "bun:test";
import { threadCpuMs } from "../../../src/infra/clock.ts";
import type { Deps } from "../../../src/infra/deps.ts";
import { reportLongest } from "../../../src/infra/metrics/jobs.ts";
import { holdThread, takeLongest } from "../../../src/infra/waiting/stretches.ts";
import { nextTurn } from "../../../src/infra/waiting/turns.ts";

test("once an hour the log names what held the thread longest since the last time", async () => {
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
    const until = threadCpuMs() + cpuMs;
    while (threadCpuMs() < until);
  }
  await nextTurn();
  await job.run(0);
  const time = expect.any(Number);
  const fields = { operation: "exportAccount", cpu_ms: time, held_ms: time };
  expect(lines).toEqual([[fields, "This operation held the thread longest in the last hour"]]);
  const [{ cpu_ms }] = lines[0] as [{ cpu_ms: number }];
  expect(cpu_ms).toBeGreaterThanOrEqual(20);
  takeLongest();
  lines.splice(0);
  await job.run(0);
  expect(lines).toEqual([]);
});
