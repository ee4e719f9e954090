import { callJson, type JsonAnswer, type JsonCall } from "../../json-call.ts";
import type { CarrierWorld } from "../../kind.ts";
import { baseUrlOf, type EasypostSettings } from "./settings.ts";

/** An EasyPost account, as an adapter has it. */
export interface Easypost {
  settings: EasypostSettings;
  world: CarrierWorld;
}

/** Asks EasyPost. @throws CarrierCallError as `callJson` */
export function callEasypost(
  { settings, world }: Easypost,
  call: JsonCall,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  const authorization = `Basic ${Buffer.from(`${settings.api_key}:`).toString("base64")}`;
  return callJson({ name: "EasyPost", baseUrl: baseUrlOf(settings), authorization }, world, call, signal);
}
