import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { KeyWithSecretView } from "../../access/keys/schema.ts";
import { newIdempotencyKey, post } from "../browser/api.ts";
import { isProblem } from "../browser/problem.ts";

/** The first key of a new account. Its secret stays in memory only, until the person has copied it. */

const queryKey = ["first-key"];

/** A failure leaves the account usable: the API keys page can create another. */
export async function createFirstKey(client: QueryClient): Promise<void> {
  try {
    const input = { name: "First key", environment: "sandbox" } as const;
    const key = await post("/keys", input, { idempotencyKey: newIdempotencyKey() });
    client.setQueryData(queryKey, key);
    window.addEventListener("beforeunload", askBeforeLeaving);
  } catch (error) {
    if (!isProblem(error)) throw error;
  }
}

export function forgetFirstKey(client: QueryClient): void {
  if (client.getQueryData(queryKey)) client.setQueryData(queryKey, null);
  window.removeEventListener("beforeunload", askBeforeLeaving);
}

/** A revoked or rotated key is not worth copying. */
export function forgetIfFirst(client: QueryClient, keyId: string): void {
  if (client.getQueryData<KeyWithSecretView | null>(queryKey)?.id === keyId) forgetFirstKey(client);
}

/** Asks before leaving: a reload would lose the secret. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Null once it was copied; undefined where this page has created no key. */
export function useFirstKey(): KeyWithSecretView | null | undefined {
  return useQuery<KeyWithSecretView | null>({ queryKey, enabled: false, gcTime: Infinity }).data;
}
