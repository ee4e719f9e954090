import { expect } from "bun:test";
import { createFiller, type Given, type Marks } from "./filling.ts";
import { type Answer, type Client, readDocument, type TestServer } from "./harness.ts";
import { operationsOf } from "./openapi.ts";

/** Sends bodies in which every text can be told from all others. */

/** How one is sent. `change` has the last word. */
export interface Sending {
  client: Client;
  path: string;
  given?: Given;
  headers?: Record<string, string>;
  change?: (body: Answer["body"]) => Answer["body"];
}

/** Sends a whole body of an operation. */
export type Send = (operationId: string, by: Sending) => Promise<Answer>;

/** `marks` gets what was sent, by where: `createShipment /pickup/contact/name`. */
export async function createSend(server: TestServer, marks: Marks): Promise<Send> {
  const document = await readDocument(server.url);
  const fill = createFiller(document);
  const known = new Map(operationsOf(document).map((one) => [one.operation.operationId, one]));
  return async (operationId, { client, path, given, headers = {}, change = (body) => body }) => {
    const { method, operation } = known.get(operationId) ?? {};
    const schema = operation?.requestBody?.content["application/json"]?.schema;
    if (!method || !schema) throw new Error(`${operationId} takes no body`);
    const filled = fill(schema, given);
    const body = JSON.stringify(change(filled.body));
    for (const [mark, pointer] of filled.marks)
      if (body.includes(mark)) marks.set(mark, `${operationId} ${pointer}`);
    return client.send(path, { method, body, headers: { "content-type": "application/json", ...headers } });
  };
}

export const expectStatus = ({ status, text }: Answer, wanted: number) =>
  expect([status, text]).toEqual([wanted, text]);

/** Each report was applied. */
export function expectApplied({ status, body, text }: Answer): void {
  const refused = body.results.filter(({ result }: { result: string }) => result !== "applied");
  expect([status, text, refused]).toEqual([200, text, []]);
}
