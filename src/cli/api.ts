import type { Command } from "commander";
import { createWaybill, type Waybill, WaybillError } from "waybill-client";
import { isWellFormed, prefixOf } from "../access/keys/key.ts";
import { SettingError } from "../app/config/settings.ts";
import { keepLoopbackDirect, readApiVariables } from "../app/config/variables.ts";
import type { Flags } from "./command.ts";

/** What commands have in common that call a Waybill over its API, wherever it runs. */

export interface Api {
  url: string;
  apiKey: string;
  waybill: Waybill;
}

const urlDefault = "http://localhost:8080";

export function withApi(command: Command, keyHelp: string): Command {
  return command
    .option("--api-key <key>", `${keyHelp} [WAYBILL_API_KEY]`)
    .option("--url <url>", `URL of the Waybill server. Default: ${urlDefault}. [WAYBILL_URL]`)
    .option("--json", "Print JSON, for scripts.");
}

/** @throws SettingError for a key or an address that cannot be one */
export function openApi(flags: Flags): Api {
  keepLoopbackDirect();
  const variables = readApiVariables();
  const url = readHttpUrl("--url", String(flags.url ?? variables.url ?? urlDefault));
  const apiKey = readKey(flags);
  return { url, apiKey, waybill: createWaybill({ baseUrl: url, apiKey, maxRetries: 0 }) };
}

/** @throws SettingError for a live key: nothing that is tried out touches what is real */
export function openSandbox(flags: Flags): Api {
  const api = openApi(flags);
  if (api.apiKey.startsWith(prefixOf("sandbox"))) return api;
  throw new SettingError(
    `this command needs a sandbox key (${prefixOf("sandbox")}…), not a live key; set it with --api-key or WAYBILL_API_KEY`,
  );
}

/** @throws SettingError where there is none, or it has a typing error */
function readKey(flags: Flags): string {
  const apiKey = flags.apiKey ?? readApiVariables().apiKey;
  if (apiKey === undefined) {
    throw new SettingError(
      "an API key is required; set it with --api-key or WAYBILL_API_KEY (`waybill dev` prints one)",
    );
  }
  const key = String(apiKey).trim();
  if (isWellFormed(key)) return key;
  throw new SettingError("the API key is invalid or incomplete; check --api-key and WAYBILL_API_KEY");
}

/** @throws SettingError */
export function readHttpUrl(flag: string, text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, "");
  throw new SettingError(`${flag} must be a URL such as http://localhost:3000/hook; it is "${text}"`);
}

/** Says what a call failed of, and what can be done about it. */
export async function calling<T>({ url }: Api, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new Error(sentenceOf(error, url), { cause: error });
  }
}

function sentenceOf(error: unknown, url: string): string {
  if (!(error instanceof WaybillError)) {
    return `no answer from ${url} (${faultOf(error)}); start Waybill with \`waybill dev\`, or set its URL with --url`;
  }
  if (error.code === "unknown") {
    return `the server at ${url} is not Waybill (status ${error.status}); set the URL with --url`;
  }
  const fields = error.errors.map(({ pointer, parameter, detail }) => `${pointer ?? parameter} ${detail}`);
  const advice = error.status === 401 ? ` Use a key of the server at ${url}.` : "";
  return [`${error.problem.title} (${error.code}). ${error.detail}${advice}`, ...fields].join("\n");
}

/** As Bun and the system call the same. */
const faults: Readonly<Record<string, string>> = {
  ConnectionRefused: "connection refused",
  ECONNREFUSED: "connection refused",
  ConnectionClosed: "connection closed",
  ECONNRESET: "connection closed",
};

/** Why there was no answer, in a word or a sentence. */
export function faultOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: string };
  return typeof code === "string" ? (faults[code] ?? code) : (message ?? String(error));
}
