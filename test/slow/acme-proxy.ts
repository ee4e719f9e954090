import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import type { Pebble } from "../support/pebble.ts";

/** Stands between Waybill and Pebble, and does what a network or a busy authority would. */
export interface Between {
  readonly directory: string;
  /** For notes of a test. */
  readonly seen: string[];
  /** An answer in place of the authority's: by path, and how many requests came before. */
  answer: (path: string, count: number) => Response | undefined;
  /** Waits after the authority has answered, before Waybill hears of it. */
  answered: (path: string) => Promise<void> | undefined;
  stop(): Promise<void>;
}

/** `folder` has the key and the certificate of Pebble's directory. */
export function standBetween(folder: string, pebble: Pebble): Between {
  let count = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: freePort(),
    idleTimeout: 255,
    tls: { cert: Bun.file(pebble.caFile), key: Bun.file(join(folder, "directory.key")) },
    async fetch(request) {
      count += 1;
      const { pathname } = new URL(request.url);
      const own = between.answer(pathname, count);
      if (own !== undefined) return own;
      const body = request.method === "POST" ? await request.arrayBuffer() : null;
      const answer = await fetch(`https://127.0.0.1:${pebble.port}${pathname}`, {
        method: request.method,
        // Pebble makes its addresses from the host.
        headers: request.headers,
        body,
        tls: { rejectUnauthorized: false },
      });
      const bytes = await answer.arrayBuffer();
      await between.answered(pathname);
      return new Response(request.method === "HEAD" ? null : bytes, {
        status: answer.status,
        headers: answer.headers,
      });
    },
  });
  const between: Between = {
    directory: `https://127.0.0.1:${server.port}/dir`,
    seen: [],
    answer: () => undefined,
    answered: () => undefined,
    stop: () => server.stop(true),
  };
  return between;
}
