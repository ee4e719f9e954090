import type { Server } from "bun";
import { contextOf } from "../infra/http/context.ts";

/**
 * How long a connection may be idle. Bun keeps the timeout of one request for all later requests on the connection. So
 * whoever turns it off turns it on again, when the response is ready or the stream ends.
 */

/** Applies before a request, while it is sent, and while the answer is received. */
export const idleTimeoutSeconds = 10;
const unlimited = 0;

/** Undefined or null before the server listens. */
export type Listener = Server<unknown> | null | undefined;

/** Call it before a slow answer, or for a stream that may send nothing for a while. */
export function disableIdleTimeout(server: Listener, request: Request): void {
  const context = contextOf(request);
  if (!context || context.idleTimeoutIsOff) return;
  context.idleTimeoutIsOff = true;
  server?.timeout(request, unlimited);
}

/**
 * Turns the timeout off for slow operations. Call it after the body has arrived, so that the upload is still limited.
 */
export function allowSlowResponse(server: Listener, request: Request): void {
  if (contextOf(request)?.route?.operation.isSlow) disableIdleTimeout(server, request);
}

/** Call it before the answer is sent, for a stream at its end. */
export function restoreIdleTimeout(server: Listener, request: Request): void {
  const context = contextOf(request);
  if (!context?.idleTimeoutIsOff) return;
  context.idleTimeoutIsOff = false;
  server?.timeout(request, idleTimeoutSeconds);
}
