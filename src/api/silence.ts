import type { Server } from "bun";
import { contextOf } from "../infra/http/context.ts";

/**
 * How long a connection may be silent. Bun keeps what it is told for one request for all that follow on the same
 * connection: whoever allows silence limits it again, when the answer is made or the stream ends.
 */

/** Before a request, while one is sent, and while an answer is taken. */
export const silenceMaxSeconds = 10;
const unlimited = 0;

/** Undefined or null before the server listens. */
export type Listener = Server<unknown> | null | undefined;

/** While an answer is made that may take long, or a stream has nothing to tell. */
export function allowSilence(server: Listener, request: Request): void {
  const context = contextOf(request);
  if (!context || context.mayBeSilent) return;
  context.mayBeSilent = true;
  server?.timeout(request, unlimited);
}

/** For an operation that makes its answer slowly. Its body has come by then: one that never comes is not waited for. */
export function allowSlowAnswer(server: Listener, request: Request): void {
  if (contextOf(request)?.route?.operation.isSlow) allowSilence(server, request);
}

/** Before the answer is sent: from then on the connection is as any other. A stream's silence ends with the stream. */
export function limitSilence(server: Listener, request: Request): void {
  const context = contextOf(request);
  if (!context?.mayBeSilent) return;
  context.mayBeSilent = false;
  server?.timeout(request, silenceMaxSeconds);
}
