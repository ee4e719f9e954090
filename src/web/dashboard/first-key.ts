import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { KeyWithSecretView } from "../../access/keys/schema.ts";
import { isProblem, newIdempotencyKey, post } from "./api.ts";

/** The key of a new account. This page alone keeps its secret, in memory, until the person has copied it. */

const queryKey = ["first-key"];

/** An account without it is an account all the same: the page of keys makes another. */
export async function issueFirstKey(client: QueryClient): Promise<void> {
  try {
    const input = { name: "First key", environment: "sandbox" };
    const key = await post<KeyWithSecretView>("/keys", input, { idempotencyKey: newIdempotencyKey() });
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

/** A key that is revoked or replaced is not worth copying. */
export function forgetIfFirst(client: QueryClient, keyId: string): void {
  if (client.getQueryData<KeyWithSecretView | null>(queryKey)?.id === keyId) forgetFirstKey(client);
}

/** A reload would lose the secret for good. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Null once it is copied; undefined where this page has issued none. */
export function useFirstKey(): KeyWithSecretView | null | undefined {
  return useQuery<KeyWithSecretView | null>({ queryKey, enabled: false, gcTime: Infinity }).data;
}
