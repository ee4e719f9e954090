import { afterAll, beforeAll, expect, test } from "bun:test";
import { requestDeletion, takeDeletionBack } from "../../../src/access/accounts/deletion/deletion.ts";
import { changeAccount } from "../../../src/access/accounts/operator/administration.ts";
import { onKeysChange } from "../../../src/access/keys/validity.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("who watches an account's keys hears of what may end them, and of no other account", async () => {
  const { deps } = server;
  const [own, other] = [await server.account(), await server.account()];
  let heard = 0;
  const stop = onKeysChange(deps, own.accountId, () => {
    heard += 1;
  });
  const after = async (change: () => Promise<unknown>): Promise<number> => {
    const before = heard;
    await change();
    return heard - before;
  };
  const revokeOne = (account: typeof own) => async () => {
    const { data } = (await account.session.get("/api/v1/keys")).body;
    expect((await account.session.delete(`/api/v1/keys/${data[0].id}`)).status).toBe(204);
  };
  const endings = (account: typeof own) => [
    revokeOne(account),
    () => changeAccount(deps, account.accountId, { suspended: true }),
    () => changeAccount(deps, account.accountId, { suspended: false }),
    () => requestDeletion(deps, account.accountId, null),
    () => takeDeletionBack(deps, account.accountId, null),
  ];
  for (const ending of endings(own)) expect(await after(ending)).toBe(1);
  for (const ending of endings(other)) expect(await after(ending)).toBe(0);
  expect(await after(() => server.account())).toBe(0);
  stop();
  expect(await after(() => changeAccount(deps, own.accountId, { suspended: true }))).toBe(0);
});
