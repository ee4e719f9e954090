import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { KeyWithSecretView } from "../keys/schema.ts";
import { isProblem, newIdempotencyKey, post } from "./api.ts";

/** The key that a new account begins with. Its secret is kept by this page alone, and until it was shown. */

const queryKey = ["first-key"];

/** An account without it is an account all the same: the page of keys makes another. */
export async function issueFirstKey(client: QueryClient): Promise<void> {
  try {
    const input = { name: "First key", environment: "sandbox" };
    const key = await post<KeyWithSecretView>("/keys", input, { idempotencyKey: newIdempotencyKey() });
    client.setQueryData(queryKey, key);
  } catch (error) {
    if (!isProblem(error)) throw error;
  }
}

export function forgetFirstKey(client: QueryClient): void {
  client.setQueryData(queryKey, null);
}

/** Null when it was shown; undefined where none was made just now. */
export function useFirstKey(): KeyWithSecretView | null | undefined {
  return useQuery<KeyWithSecretView | null>({ queryKey, enabled: false, gcTime: Infinity }).data;
}
