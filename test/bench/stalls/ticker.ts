/**
 * Loaded into the measured process before it starts: a timer of 1 ms, whose longest gap is what anybody waited. It says
 * so at a socket, and begins anew.
 */

const socket = process.env.TICKER_SOCKET;
const everyMs = 1;

export interface Gap {
  /** By the clock. */
  heldMs: number;
  /** Processor time of the main thread. */
  cpuMs: number;
}

/** What the socket says. */
export interface Said extends Gap {
  /** All processor time of the main thread since it was asked last. */
  wholeMs: number;
}

if (socket !== undefined && Bun.isMainThread && process.argv.includes("serve")) {
  let last = now();
  let asked = last;
  let longest: Gap = { heldMs: 0, cpuMs: 0 };
  setInterval(() => {
    const next = now();
    const gap = { heldMs: next.heldMs - last.heldMs, cpuMs: next.cpuMs - last.cpuMs };
    longest = {
      heldMs: Math.max(longest.heldMs, gap.heldMs),
      cpuMs: Math.max(longest.cpuMs, gap.cpuMs),
    };
    last = next;
  }, everyMs).unref();
  Bun.serve({
    unix: socket,
    fetch() {
      const said = { ...longest, wholeMs: now().cpuMs - asked.cpuMs } satisfies Said;
      longest = { heldMs: 0, cpuMs: 0 };
      last = now();
      asked = last;
      return Response.json(said);
    },
  }).unref();
}

function now(): Gap {
  const { user, system } = process.threadCpuUsage();
  return { heldMs: performance.now(), cpuMs: (user + system) / 1_000 };
}
