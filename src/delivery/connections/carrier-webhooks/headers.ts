import type { Deps } from "../../../infra/deps.ts";
import { headersPlace } from "./inbox.ts";
import type { HookRow } from "./store.ts";

/** The headers of a webhook, with names in lower case. @throws Error if they were encrypted with another key */
export function openHeaders({ vault }: Deps, row: HookRow): Record<string, string> {
  return JSON.parse(vault.open(row.headers, headersPlace(row)));
}
