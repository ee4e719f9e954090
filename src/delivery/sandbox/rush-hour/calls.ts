import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller, Played } from "../../../infra/http/principal.ts";

/** Calls of the public API, in the process: as the account, and as a driver of its fleet. */

/**
 * @param body JSON, or the bytes of a picture
 * @param once the Idempotency-Key
 * @throws AppError with the code and the detail of a problem
 */
export type Call = <Answer>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object | Uint8Array,
  once?: string,
) => Promise<Answer>;

const scopes = ["shipments", "quotes", "assignments", "carriers", "drivers", "dispatch"].flatMap((noun) => [
  `${noun}:read`,
  `${noun}:write`,
]);
const origin = { address: "127.0.0.1", isShared: false, requestId: "rush-hour", userAgent: null };
const common = { environment: "sandbox", origin } as const;

/** @param asker who asked for what it does; null for what comes of it later */
export function asAccount(deps: Deps, accountId: string, asker: Caller | null): Call {
  const askedFrom = asker && { origin: asker.origin };
  return callsOf(deps, { kind: "sandbox", accountId, scopes, asker, ...common, ...askedFrom });
}

export function asDriver(
  deps: Deps,
  fleet: { accountId: string; carrierId: string },
  driverId: string,
): Call {
  const { accountId, carrierId } = fleet;
  const by = { kind: "device", id: driverId } as const;
  const rights = { sendsPositionsOnly: false, usesServerTime: false };
  return callsOf(deps, { kind: "driver", accountId, carrierId, driverId, by, ...rights, ...common });
}

function callsOf(deps: Deps, principal: Played): Call {
  return async (method, path, body, once) => {
    const isPicture = body instanceof Uint8Array;
    const bytes = body && (isPicture ? new Uint8Array(body) : Buffer.from(JSON.stringify(body)));
    const headers = {
      "sec-fetch-site": "same-origin",
      ...(bytes && { "content-length": `${bytes.length}` }),
      ...(bytes && { "content-type": isPicture ? "image/png" : "application/json" }),
      ...(once && { "idempotency-key": once }),
    };
    const request = new Request(`http://localhost/api/v1${path}`, { method, headers, body: bytes ?? null });
    const response = await deps.handle(request, principal);
    if (response.status === 204) return undefined;
    const answer = await response.json();
    if (!response.ok) throw new AppError(answer.code, { detail: answer.detail });
    return answer;
  };
}

/** Waits for what the API may refuse: somebody else, such as a dispatcher, was there before. */
export async function unlessRefused(
  called: Promise<unknown>,
  isRefusal = (error: AppError) => error.status < 500,
): Promise<void> {
  try {
    await called;
  } catch (error) {
    if (!(error instanceof AppError) || !isRefusal(error)) throw error;
  }
}
