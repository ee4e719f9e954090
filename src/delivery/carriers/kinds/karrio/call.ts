import { callJson, type JsonAnswer, type JsonCall } from "../../json-call.ts";
import type { CarrierWorld } from "../../kind.ts";
import type { KarrioSettings } from "./settings.ts";

/** How a key signs in to Karrio. */
export function authorizationOf({ api_key }: Pick<KarrioSettings, "api_key">): string {
  return `Token ${api_key}`;
}

/** Asks Karrio. @throws CarrierCallError as `callJson` */
export function callKarrio(
  settings: Pick<KarrioSettings, "url" | "api_key">,
  world: CarrierWorld,
  call: JsonCall,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  const api = { name: "Karrio", baseUrl: settings.url, authorization: authorizationOf(settings) };
  return callJson(api, world, call, signal);
}
