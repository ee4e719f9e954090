import type { Client, TestAccount, TestServer } from "./harness.ts";

/**
 * Revokes a new key as soon as somebody wrote so many transactions of the sandbox.
 * @returns how it ends, and the key's client
 */
export async function revokedAfter(
  { server, account }: { server: TestServer; account: TestAccount },
  transactions: number,
): Promise<{ client: Client; end: () => void }> {
  const { body: key } = await account.session.post("/api/v1/keys", { name: "batch", environment: "sandbox" });
  const store = server.deps.stores.platform("sandbox");
  const write = store.write.bind(store);
  let left = transactions;
  store.write = (async (work: Parameters<typeof write>[0]) => {
    const made = await write(work);
    left -= 1;
    if (left === 0) await account.session.delete(`/api/v1/keys/${key.id}`);
    return made;
  }) as typeof store.write;
  return {
    client: server.client({ "x-api-key": key.secret }),
    end: () => {
      store.write = write;
    },
  };
}
