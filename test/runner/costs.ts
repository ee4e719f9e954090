/**
 * Preloaded into each worker of the test runner: tells what each test file cost, in seconds of processor, those of the
 * programs that it ran included. A line of JSON for each file that ended goes to `TEST_COSTS`.
 */
import { afterAll, beforeAll } from "bun:test";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
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
/** Places of the parent and of utime, stime, cutime and cstime after the name of the command: proc(5). */
const parentPlace = 1;
const [firstTime, afterTimes] = [11, 15];

/** Of a process and of its children that have ended; undefined where it has ended itself. */
interface Used {
  parent: number;
  ticks: number;
}

function readUsed(pid: number): Used | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name may hold blanks and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const times = fields.slice(firstTime, afterTimes);
    return {
      parent: Number(fields[parentPlace]),
      ticks: times.reduce((sum, field) => sum + Number(field), 0),
    };
  } catch {
    return undefined;
  }
}

/** Of this process, and on Linux of all that it has started, such as a browser that goes on. */
function usedSeconds(): number {
  if (!existsSync("/proc/self/stat")) {
    const { user, system } = process.cpuUsage();
    return (user + system) / microsecondsPerSecond;
  }
  const all = new Map<number, Used>();
  for (const name of readdirSync("/proc")) {
    const used = /^\d+$/.test(name) ? readUsed(Number(name)) : undefined;
    if (used) all.set(Number(name), used);
  }
  const isOurs = (pid: number): boolean => {
    if (pid === process.pid) return true;
    const used = all.get(pid);
    return used !== undefined && isOurs(used.parent);
  };
  const ticks = [...all].reduce((sum, [pid, used]) => (isOurs(pid) ? sum + used.ticks : sum), 0);
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
