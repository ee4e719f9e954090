import { afterAll, beforeAll, expect, test } from "bun:test";
import { settledRows } from "../support/database.ts";
import { advance, createAssigned, createShipment, platform } from "../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  readDocument,
  startServer,
  type TestAccount,
  type TestServer,
} from "../support/harness.ts";

/**
 * Whoever polls a list reads on after what they have. Newest first, they would skip what lies between as soon as more than
 * a page has come. So a list that begins somewhere also goes the other way.
 */

/** The log of requests is stored in batches, which are read from the end. It is looked at, and nobody polls it. */
const readFromTheEnd = ["listRequests"];

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

/** In pages of two. */
async function walk(client: Client, path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer: Answer = await client.get(next);
    expect([next, answer.status]).toEqual([next, 200]);
    ids.push(...idsOf(answer));
    next = /^<([^>]+)>/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  return ids;
}

test("every list that begins somewhere goes both ways, whole in pages, and its cursors do not turn round", async () => {
  const { sandbox, session } = account;
  const { body: webhook } = await sandbox.post(`${platform}/webhooks`, {
    url: "waybill:inbox",
    events: ["shipment.*"],
  });
  for (let count = 0; count < 3; count += 1) {
    const { shipment } = await createAssigned(sandbox);
    await advance(sandbox, shipment.id, "delivered");
    await createShipment(sandbox);
    await session.post("/api/v1/keys", {
      environment: "sandbox",
      name: `key ${count}`,
      scopes: ["events:read"],
    });
  }
  const inbox = `${platform}/sandbox/inbox?limit=100`;
  await eventually("the webhooks of three shipments", async () => {
    const answer = await sandbox.get(`${inbox}&type=shipment.delivered`);
    return idsOf(answer).length === 3;
  });

  await settledRows(server);

  const { paths } = await readDocument(server.url);
  const lists = Object.entries(paths).flatMap(([path, { get }]) => {
    const names = get?.parameters?.map(({ name }) => name) ?? [];
    const isList = names.includes("cursor") && (names.includes("after") || names.includes("created_after"));
    return get && isList ? [{ path, operation: get.operationId, isSorted: names.includes("sort") }] : [];
  });
  expect(lists.filter(({ isSorted }) => !isSorted).map(({ operation }) => operation)).toEqual(readFromTheEnd);
  const sorted = lists.filter(({ isSorted }) => isSorted);
  expect(sorted.length).toBeGreaterThanOrEqual(6);

  for (const { path, operation } of sorted) {
    const client = path.startsWith(platform) ? sandbox : session;
    const filled = path.replace("{id}", webhook.id);
    const newest = await walk(client, `${filled}?limit=100`);
    expect([operation, newest.length > 2]).toEqual([operation, true]);
    const oldest = newest.toReversed();
    for (const span of ["", "&created_after=2020-01-01T00:00:00Z", "&created_before=2100-01-01T00:00:00Z"]) {
      if (span && operation === "listInboxMessages") continue;
      expect([operation, await walk(client, `${filled}?limit=2&sort=oldest${span}`)]).toEqual([
        operation,
        oldest,
      ]);
      expect([operation, await walk(client, `${filled}?limit=2&sort=newest${span}`)]).toEqual([
        operation,
        newest,
      ]);
    }
    const { body } = await client.get(`${filled}?limit=2&sort=oldest`);
    const turned = await client.get(`${filled}?limit=2&cursor=${body.next_cursor}`);
    expect([operation, turned.status, turned.body.code]).toEqual([operation, 400, "cursor_invalid"]);
  }
});
