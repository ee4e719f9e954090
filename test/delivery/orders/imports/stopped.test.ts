import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { importStore } from "../../../../src/delivery/orders/imports/store.ts";
import { gate } from "../../../support/carriers.ts";
import { platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestServer,
} from "../../../support/harness.ts";
import { completed, csvOf, importsPath, orderCells, rowsOf, uploadAs } from "../../../support/order-lists.ts";
import { addPerson } from "../../../support/people.ts";

/** Whoever confirmed an import may no longer do so while it runs: it stops, and says which rows are left. */

const count = 40;
/** Of the first transaction. */
const madeBefore = 10;
const text = csvOf(Array.from({ length: count }, (_, index) => orderCells(index + 1)));

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Confirms the import, and takes the right away when its first rows are made: nothing is written in between. */
async function confirmAndRevoke(
  id: string,
  confirm: () => Promise<Answer>,
  revoke: () => Promise<Answer>,
): Promise<Answer> {
  const store = server.deps.stores.platform("live");
  const { write } = store;
  const hasMadeSome = () => importStore(store.db).find(id)?.created === madeBefore;
  const revoked = gate();
  const writes = spyOn(store, "write").mockImplementation(async (change) => {
    if (hasMadeSome()) await revoked.promise;
    return write(change);
  });
  expect((await confirm()).status).toBe(202);
  await eventually("the first rows", hasMadeSome);
  const answer = await revoke();
  writes.mockRestore();
  revoked.resolve();
  return answer;
}

async function expectStopped(client: Client, id: string, code: string): Promise<void> {
  const done = await completed(client, id);
  expect(done).toMatchObject({ status: "done", created: madeBefore, failed: 0, problem: { code } });
  const { by_status } = (await client.get(`${platform}/shipments/statistics`)).body;
  expect(by_status.created).toBe(madeBefore);
  const left = await rowsOf(client, id, "&status=pending");
  expect(left).toHaveLength(count - madeBefore);
  expect(left[0]).toMatchObject({ status: "pending", shipment_id: null });
  const events = (await client.get(`${platform}/events?type=import.completed`)).body.data;
  expect(events.map(({ data }: Answer["body"]) => data.import.problem.code)).toEqual([code]);
}

test("an import whose key is revoked stops", async () => {
  const { live, session } = await server.account();
  const issued = (await session.post("/api/v1/keys", { name: "Sheet", environment: "live" })).body;
  const used = server.client({ "x-api-key": issued.secret });
  const { id } = await uploadAs(used, text);
  const revoked = await confirmAndRevoke(
    id,
    () => used.post(`${importsPath}/${id}/confirmation`, { rows: count }),
    () => session.delete(`/api/v1/keys/${issued.id}`),
  );
  expect(revoked.status).toBe(204);
  await expectStopped(live, id, "api_key_revoked");
});

test("an import stops whose confirmer may only look by now", async () => {
  const { live, session, accountId } = await server.account();
  const person = await addPerson(server, accountId, "dispatcher");
  const { id } = await uploadAs(live, text);
  const path = `${importsPath}/${id}/confirmation`;
  const changed = await confirmAndRevoke(
    id,
    () => person.session.post(path, { rows: count }, { "x-environment": "live" }),
    () => session.patch(`/api/v1/account/members/${person.user.id}`, { role: "viewer" }),
  );
  expect([changed.status, changed.text]).toEqual([200, changed.text]);
  await expectStopped(live, id, "scope_missing");
});
