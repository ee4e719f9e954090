import type { Server } from "bun";
import { idleTimeoutSeconds } from "../../api/idle-timeout.ts";
import { SettingError } from "../config/reading.ts";

/** The address is in use, or not available yet. Retrying may help. */
export class AddressError extends Error {}

export type Answerer = (request: Request) => Response | Promise<Response>;
export type HttpServer = Server<undefined>;

/** A server of Bun's. @throws Error with the `code` of the system if it cannot listen */
export function serveHttp(
  address: { hostname: string; port: number } | { unix: string },
  fetch: Answerer,
): HttpServer {
  const options = {
    ...address,
    idleTimeout: idleTimeoutSeconds,
    // api/body.ts has the limit, because Bun would not answer with a problem document.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    // Otherwise Bun lets a second process share the port.
    reusePort: false,
    fetch,
  };
  // Its types allow no time limit on a socket, which it has all the same.
  return Bun.serve(options as Parameters<typeof Bun.serve<undefined>>[0]);
}

/** Why an address is not available, by error code. The first two may pass. */
const addressTrouble: Record<string, string> = {
  EADDRINUSE: "the port is in use: stop the other process, or choose another port",
  EADDRNOTAVAIL: "this machine has no such address",
  EACCES:
    "this user may not use that port: choose 1024 or higher, or allow it with AmbientCapabilities=CAP_NET_BIND_SERVICE in the systemd unit",
};

/** @throws SettingError that names the flags, AddressError if retrying may help */
export async function listening<T>(flags: string, serve: () => T | Promise<T>): Promise<T> {
  try {
    return await serve();
  } catch (cause) {
    const { code = "" } = cause as { code?: string };
    const why =
      addressTrouble[code] ??
      "the host must be an address or name of this machine, such as 127.0.0.1, ::1 or localhost; 0.0.0.0 means all addresses";
    const Refusal = /^EADDR/.test(code) ? AddressError : SettingError;
    throw new Refusal(`cannot listen on ${flags} (${code}): ${why}`, { cause });
  }
}

/** 0.0.0.0 stands for all addresses, so clients cannot call it. */
export function reachableUrl(url: URL): string {
  const everywhere = url.hostname === "0.0.0.0" || url.hostname === "[::]";
  return everywhere ? `http://localhost:${url.port}` : url.origin;
}
