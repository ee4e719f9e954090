import type { Server } from "bun";
import { contextOf } from "../infra/http/context.ts";

/**
 * How long a connection may be silent. Bun keeps what it is told for one request for all that follow on the same
 * connection. So what turns the limit off turns it on again, when the response is ready or the stream ends.
 */

/** Before a request, while one is sent, and while an answer is taken. */
export const idleTimeoutSeconds = 10;
const unlimited = 0;

/** Undefined or null before the server listens. */
export type Listener = Server<unknown> | null | undefined;

/** While an answer is made that may take long, or a stream has nothing to tell. */
export function disableIdleTimeout(server: Listener, request: Request): void {
  const context = contextOf(request);
  if (!context || context.idleTimeoutIsOff) return;
  context.idleTimeoutIsOff = true;
  server?.timeout(request, unlimited);
}

/** For an operation that makes its answer slowly. Its body has come by then: one that never comes is not waited for. */
export function allowSlowResponse(server: Listener, request: Request): void {
  if (contextOf(request)?.route?.operation.isSlow) disableIdleTimeout(server, request);
}

/** Before the answer is sent: from then on the connection is as any other. A stream's silence ends with the stream. */
export function restoreIdleTimeout(server: Listener, request: Request): void {
  const context = contextOf(request);
  if (!context?.idleTimeoutIsOff) return;
  context.idleTimeoutIsOff = false;
  server?.timeout(request, idleTimeoutSeconds);
}
