import { parseBody } from "../answer.ts";
import { callError } from "../call-error.ts";
import type { CarrierRequest, CarrierWorld } from "../kind.ts";
import { apiUrl, type EasypostSettings } from "./settings.ts";

/** One call of EasyPost's API. */

/** An EasyPost account, as an adapter has it. */
export interface Easypost {
  settings: EasypostSettings;
  world: CarrierWorld;
}

interface EasypostCall extends Pick<CarrierRequest, "method" | "isRepeatable"> {
  path: string;
  body?: unknown;
  timeoutMs?: number;
}

export interface EasypostAnswer {
  status: number;
  body: unknown;
}

/** Ours ends after 20 s, where nothing else is said. */
export const callTimeoutMs = 20_000;
const statuses = { unauthorized: 401, forbidden: 403, timeout: 408, tooMany: 429, broken: 500 } as const;

/** Asks EasyPost. Its refusals are answers, all but those that concern no single request. @throws CarrierCallError */
export async function callEasypost(
  { settings, world }: Easypost,
  { path, body, timeoutMs = callTimeoutMs, ...call }: EasypostCall,
  signal: AbortSignal,
): Promise<EasypostAnswer> {
  const response = await world.http({
    ...call,
    url: apiUrl(settings, path),
    headers: {
      authorization: `Basic ${Buffer.from(`${settings.api_key}:`).toString("base64")}`,
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
    throw callError("status", "EasyPost refused the API key.", status);
  }
  if (status === statuses.tooMany) throw callError("status", "EasyPost's rate limit is used up.", status);
  if (status === statuses.timeout || status >= statuses.broken) {
    throw callError("status", `EasyPost answered with status ${status}.`, status);
  }
  return { status, body: parseBody(response.body) };
}
