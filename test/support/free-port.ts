/** Below what Linux, macOS and Windows give to whoever asks for any port, and to each connection that leaves. */
const first = 10_000;
/** Workers of one run ask at the same time, so each has a range of its own. */
const workersMax = 5;
const count = 4_000;
const begin = first + (Number(process.env.BUN_TEST_WORKER_ID ?? 0) % workersMax) * count;
/** Those that this process has named: whoever asked may not listen yet, or may come back. */
const named = new Set<number>();

/**
 * A port of this machine where nobody listens. For a server that is told its port before it starts, or starts again on
 * it: nobody gets such a port by asking for any, and no connection leaves from it.
 */
export function freePort(): number {
  for (;;) {
    const port = begin + Math.floor(Math.random() * count);
    if (named.has(port)) continue;
    named.add(port);
    try {
      using server = Bun.serve({
        hostname: "127.0.0.1",
        port,
        reusePort: false,
        fetch: () => new Response(),
      });
      return server.port as number;
    } catch (error) {
      if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
    }
  }
}
