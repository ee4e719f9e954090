import { afterAll, beforeAll, expect, test } from "bun:test";
import { platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";

/** Lists are uploaded, read and checked, corrected and confirmed. */

const path = `${platform}/imports`;

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

function upload(client: Client, text: string | Uint8Array, query = ""): Promise<Answer> {
  return client.send(`${path}${query}`, {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: text as BodyInit,
  });
}

/** The import, once Waybill has checked it. */
async function checked(client: Client, id: string): Promise<Answer["body"]> {
  return eventually(`import ${id} is checked`, async () => {
    const { body } = await client.get(`${path}/${id}`);
    return body.status === "checking" ? undefined : body;
  });
}

test("a file is read in the background, and its columns are guessed", async () => {
  const { live } = account;
  const made = await upload(live, "reference,Note\nA1,none\n", "?file_name=tomorrow.csv");
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ status: "checking", file_name: "tomorrow.csv", rows: 0 });
  const ready = await checked(live, made.body.id);
  expect(ready).toMatchObject({
    status: "ready",
    rows: 1,
    columns: [
      { index: 0, header: "reference", field: "reference", samples: ["A1"] },
      { index: 1, header: "Note", field: null },
    ],
  });
  const again = await upload(live, "reference,Note\nA1,none\n");
  expect([again.status, again.body.id]).toEqual([200, made.body.id]);
});
