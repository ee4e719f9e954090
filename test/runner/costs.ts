/**
 * Preloaded into each worker of the test runner: tells what each test file cost, in seconds of processor, those of the
 * programs that it ran and waited for included. A line of JSON for each file that ended goes to `TEST_COSTS`.
 */
import { afterAll, beforeAll } from "bun:test";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

export interface Cost {
  /** Path from the root of the project. */
  file: string;
  /** Of processor. */
  seconds: number;
}

const microsecondsPerSecond = 1e6;
/** `USER_HZ`, which is 100 on every platform of Linux that Bun runs on: proc(5). */
const ticksPerSecond = 100;
const statFile = "/proc/self/stat";
/** Places of utime, stime, cutime and cstime after the name of the command, which may hold blanks: proc(5). */
const [firstTime, afterTimes] = [11, 15];

/** Of this process, and on Linux of its children that have ended. */
function usedSeconds(): number {
  if (!existsSync(statFile)) {
    const { user, system } = process.cpuUsage();
    return (user + system) / microsecondsPerSecond;
  }
  const stat = readFileSync(statFile, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(firstTime, afterTimes).reduce((sum, field) => sum + Number(field), 0);
  return ticks / ticksPerSecond;
}

const { TEST_COSTS: report } = process.env;
let countedSeconds: number | undefined;

beforeAll(() => {
  // Starting the worker is not the doing of its first file.
  countedSeconds ??= usedSeconds();
});

afterAll(() => {
  const usedNow = usedSeconds();
  const cost: Cost = {
    file: relative(process.cwd(), Bun.main),
    seconds: usedNow - (countedSeconds ?? usedNow),
  };
  countedSeconds = usedNow;
  if (report !== undefined) appendFileSync(report, `${JSON.stringify(cost)}\n`);
});
