import { afterAll, beforeAll, expect, test } from "bun:test";
import { platform } from "../../../support/fixtures.ts";
import { type Answer, type Client, startServer, type TestServer } from "../../../support/harness.ts";
import { completed, csvOf, importsPath, orderCells, rowsOf, uploadAs } from "../../../support/order-lists.ts";
import { addPerson } from "../../../support/people.ts";

/** Whoever confirmed an import may no longer do so while it runs: it stops, and says which rows are left. */

const count = 400;
const text = csvOf(Array.from({ length: count }, (_, index) => orderCells(index + 1)));

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function expectStopped(client: Client, id: string, code: string): Promise<void> {
  const done = await completed(client, id);
  expect(done).toMatchObject({ status: "done", failed: 0, problem: { code } });
  const made = (await client.get(`${platform}/shipments/statistics`)).body.by_status.created;
  expect(done.created).toBe(made);
  expect(made).toBeLessThan(count);
  const [left] = await rowsOf(client, id, "&status=pending");
  expect(left).toMatchObject({ status: "pending", shipment_id: null });
  const events = (await client.get(`${platform}/events?type=import.completed`)).body.data;
  expect(events.map(({ data }: Answer["body"]) => data.import.problem.code)).toEqual([code]);
}

test("an import whose key is revoked stops", async () => {
  const { live, session } = await server.account();
  const issued = (await session.post("/api/v1/keys", { name: "Sheet", environment: "live" })).body;
  const used = server.client({ "x-api-key": issued.secret });
  const ready = await uploadAs(used, text);
  const confirmed = await used.post(`${importsPath}/${ready.id}/confirmation`, { rows: count });
  expect(confirmed.status).toBe(202);
  expect((await session.delete(`/api/v1/keys/${issued.id}`)).status).toBe(204);
  await expectStopped(live, ready.id, "api_key_revoked");
});

test("an import stops whose confirmer may only look by now", async () => {
  const { live, session, accountId } = await server.account();
  const person = await addPerson(server, accountId, "dispatcher");
  const ready = await uploadAs(live, text);
  const confirmed = await person.session.post(
    `${importsPath}/${ready.id}/confirmation`,
    { rows: count },
    { "x-environment": "live" },
  );
  expect(confirmed.status).toBe(202);
  const changed = await session.patch(`/api/v1/account/members/${person.user.id}`, { role: "viewer" });
  expect([changed.status, changed.text]).toEqual([200, changed.text]);
  await expectStopped(live, ready.id, "scope_missing");
});
