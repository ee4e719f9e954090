import type { Command } from "commander";
import { createWaybill, type Waybill, WaybillError } from "waybill-client";
import { isKey, keyPrefixes } from "../access/keys/key.ts";
import { SettingError } from "../app/config/reading.ts";
import { keepLoopbackDirect, readApiVariables } from "../app/config/variables.ts";
import type { Flags } from "./command.ts";

/** Shared by the commands that call a Waybill server over its API. */

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

/** @throws SettingError for an invalid key or URL */
export function openApi(flags: Flags): Api {
  keepLoopbackDirect();
  const variables = readApiVariables();
  const url = readHttpUrl("--url", String(flags.url ?? variables.url ?? urlDefault));
  const apiKey = readKey(flags);
  return { url, apiKey, waybill: createWaybill({ baseUrl: url, apiKey, maxRetries: 0 }) };
}

/** Trying things out must not touch live data. @throws SettingError for a live key */
export function openSandbox(flags: Flags): Api {
  const api = openApi(flags);
  if (api.apiKey.startsWith(keyPrefixes.sandbox)) return api;
  throw new SettingError(
    `this command needs a sandbox key (${keyPrefixes.sandbox}…), not a live key; set it with --api-key or WAYBILL_API_KEY`,
  );
}

/** @throws SettingError if the key is missing or malformed */
function readKey(flags: Flags): string {
  const apiKey = flags.apiKey ?? readApiVariables().apiKey;
  if (apiKey === undefined) {
    throw new SettingError(
      "an API key is required; set it with --api-key or WAYBILL_API_KEY (`waybill dev` prints one)",
    );
  }
  const key = String(apiKey).trim();
  if (isKey(key)) return key;
  throw new SettingError("the API key is invalid or incomplete; check --api-key and WAYBILL_API_KEY");
}

/** @throws SettingError */
export function readHttpUrl(flag: string, text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, "");
  throw new SettingError(`${flag} must be a URL such as http://localhost:3000/hook; it is "${text}"`);
}

/** @throws Error that says why the call failed and what to do */
export async function callApi<T>({ url }: Api, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new Error(sentenceOf(error, url), { cause: error });
  }
}

function sentenceOf(error: unknown, url: string): string {
  if (!(error instanceof WaybillError)) {
    return `no answer from ${url} (${reasonOf(error)}); start Waybill with \`waybill dev\`, or set its URL with --url`;
  }
  if (error.code === "unknown") {
    return `the server at ${url} is not Waybill (status ${error.status}); set the URL with --url`;
  }
  const fields = error.errors.map(({ pointer, parameter, detail }) => `${pointer ?? parameter} ${detail}`);
  const advice = error.status === 401 ? ` Use a key of the server at ${url}.` : "";
  const { allowed } = error.problem;
  const ways = Array.isArray(allowed) && allowed.length > 0 ? [`Allowed: ${allowed.join(", ")}`] : [];
  return [`${error.problem.title} (${error.code}). ${error.detail}${advice}`, ...fields, ...ways].join("\n");
}

/** Bun and the operating system name the same failures differently. */
const faults: Readonly<Record<string, string>> = {
  ConnectionRefused: "connection refused",
  ECONNREFUSED: "connection refused",
  ConnectionClosed: "connection closed",
  ECONNRESET: "connection closed",
};

/** Why there was no answer, in a few words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: string };
  return typeof code === "string" ? (faults[code] ?? code) : (message ?? String(error));
}
