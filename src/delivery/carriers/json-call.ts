import { parseBody } from "./answer.ts";
import { callError } from "./call-error.ts";
import type { CarrierRequest, CarrierWorld } from "./kind.ts";

/** One call of a company's JSON API. */

export interface JsonCall extends Pick<CarrierRequest, "method" | "isRepeatable" | "answerBytesMax"> {
  /** Under the base URL, with its query. */
  path: string;
  body?: unknown;
  timeoutMs?: number;
}

export interface JsonAnswer {
  status: number;
  body: unknown;
}

/** An API, and how Waybill signs in to it. */
interface JsonApi {
  /** As people know it. */
  name: string;
  /** May have a path itself. */
  baseUrl: string;
  authorization: string;
}

/** Ours ends after 20 s, where nothing else is said. */
export const callTimeoutMs = 20_000;
const statuses = { unauthorized: 401, forbidden: 403, timeout: 408, tooMany: 429, broken: 500 } as const;

/** Refusals are answers, all but those that concern no single request. @throws CarrierCallError */
export async function callJson(
  { name, baseUrl, authorization }: JsonApi,
  { http }: CarrierWorld,
  { path, body, timeoutMs = callTimeoutMs, ...call }: JsonCall,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  const response = await http({
    ...call,
    url: urlUnder(baseUrl, path),
    headers: {
      authorization,
      accept: "application/json",
      "user-agent": "Waybill/1",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    timeoutMs,
    signal,
  });
  const { status } = response;
  if (status === statuses.unauthorized || status === statuses.forbidden) {
    throw callError("status", `${name} refused the API key.`, status);
  }
  if (status === statuses.tooMany) throw callError("status", `${name}'s rate limit is used up.`, status);
  if (status === statuses.timeout || status >= statuses.broken) {
    throw callError("status", `${name} answered with status ${status}.`, status);
  }
  return { status, body: parseBody(response.body) };
}

/** The path under the base, which may have one itself. */
export function urlUnder(base: string, path: string): string {
  return base.replace(/\/+$/, "") + path;
}
