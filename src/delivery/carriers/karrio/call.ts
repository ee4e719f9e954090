import { parseBody } from "../answer.ts";
import { callError } from "../call-error.ts";
import type { CarrierRequest, CarrierWorld } from "../kind.ts";
import type { KarrioSettings } from "./settings.ts";

/** One call of Karrio's API. */

export interface KarrioCall extends Pick<CarrierRequest, "method" | "isRepeatable"> {
  /** Under the base URL, with its query. */
  path: string;
  body?: unknown;
  timeoutMs?: number;
  /** Of the answer; 512 KiB if left out. */
  answerBytesMax?: number;
}

/** `body` is null where Karrio sent nothing that is JSON. */
export interface KarrioAnswer {
  status: number;
  body: unknown;
}

/** Ours ends after 20 s, where nothing else is said. */
export const callTimeoutMs = 20_000;

/** Asks Karrio. Its refusals are answers, all but those that concern no single request. @throws CarrierCallError */
export async function callKarrio(
  { url, api_key }: Pick<KarrioSettings, "url" | "api_key">,
  { http }: CarrierWorld,
  { path, body, timeoutMs = callTimeoutMs, ...call }: KarrioCall,
  signal: AbortSignal,
): Promise<KarrioAnswer> {
  const response = await http({
    ...call,
    url: urlOf(url, path),
    headers: {
      authorization: `Token ${api_key}`,
      accept: "application/json",
      "user-agent": "Waybill/1",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    timeoutMs,
    signal,
  });
  const { status } = response;
  if (status === 401 || status === 403) throw callError("status", "Karrio refused the API key.", status);
  if (status === 429) throw callError("status", "Karrio's rate limit is used up.", status);
  if (status >= 500) throw callError("status", `Karrio answered with status ${status}.`, status);
  return { status, body: parseBody(response.body) };
}

/** The path under the base, which may have one itself. */
export function urlOf(base: string, path: string): string {
  return base.replace(/\/+$/, "") + path;
}
