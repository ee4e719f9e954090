import type { Deps } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";
import { contextOf, type RequestContext } from "../infra/http/context.ts";
import type { RouteEntry } from "../infra/http/route.ts";
import { pathOf, targetOf } from "../infra/http/target.ts";
import { parseKey } from "../infra/idempotency/idempotency.ts";
import { findResponse } from "../infra/idempotency/service.ts";
import { sha256Hex } from "../infra/ids.ts";

/**
 * Whether a route accepts `Idempotency-Key`: every POST outside `/auth`, contract §7, except those that are safe to repeat
 * without it.
 */
export function acceptsIdempotencyKey({
  method,
  path,
  operation,
}: Pick<RouteEntry, "method" | "path" | "operation">): boolean {
  return method === "POST" && !path.startsWith("/api/v1/auth/") && !operation.isRepeatable;
}

/**
 * Marks the request as one that takes effect once, and finds the response to an earlier equal request.
 * The hooks call this after the body was read and before it is validated.
 * @throws AppError `idempotency_key_required`, `idempotency_key_invalid`, `idempotency_key_reused`
 */
export async function applyIdempotencyKey(deps: Deps, request: Request): Promise<void> {
  const header = request.headers.get("idempotency-key");
  const context = contextOf(request);
  if (header === null && context?.route?.operation.needsIdempotencyKey) {
    throw new AppError("idempotency_key_required");
  }
  if (header === null || !context?.route) return;
  if (!acceptsIdempotencyKey(context.route)) return;
  const once = {
    key: parseKey(header),
    path: pathOf(request),
    fingerprint: fingerprintOf(request, context),
    replayed: false,
  };
  if (context.principal === null) return;
  context.principal = { ...context.principal, once };
  const { environment } = context.principal;
  const store = environment === null ? deps.stores.accounts : deps.stores.platform(environment);
  context.earlierResponse = await findResponse(deps, store, context.principal);
}

function fingerprintOf(request: Request, { body }: RequestContext): string {
  const head = Buffer.from(`${request.method} ${targetOf(request)}\n`);
  return sha256Hex(Buffer.concat([head, body ?? new Uint8Array()]));
}
