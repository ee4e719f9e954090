import type { Deps, Meter } from "../deps.ts";
import { createPrometheus, type Measured } from "./prometheus.ts";

const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };

export interface Metrics {
  readonly meter: Meter;
  /** The address for Prometheus. */
  readonly url: string;
  /** Starts the gauges of the server. */
  watch(deps: Deps): void;
  stop(): Promise<void>;
}

/** Serves the metrics on a separate address, because not everyone who may call the API may see them. */
export function serveMetrics(address: { hostname: string; port: number }, measured: Measured): Metrics {
  const { meter, watch, expose, stop } = createPrometheus(measured);
  const server = Bun.serve({
    ...address,
    development: false,
    reusePort: false,
    async fetch({ method, url }) {
      if (new URL(url).pathname !== "/metrics") return new Response("see /metrics\n", { status: 404 });
      if (method !== "GET" && method !== "HEAD")
        return new Response(null, { status: 405, headers: { allow: "GET" } });
      return new Response(await expose(), { headers });
    },
  });
  return {
    meter,
    url: `${server.url.origin}/metrics`,
    watch,
    async stop() {
      stop();
      await server.stop(true);
    },
  };
}
