import { afterAll, beforeAll, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { environments } from "../../../src/infra/environment.ts";
import type { SendRequest, Transport } from "../../../src/infra/net/transport.ts";
import { eventTypes } from "../../../src/messaging/events/event.ts";
import { platform } from "../../support/fixtures.ts";
import {
  eventually,
  readDocument,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { closed } from "../../support/openapi.ts";
import { verify } from "../../support/receiver.ts";

/** A live endpoint is on the network of the world: here it is what the transport was asked to send. */
const sent: SendRequest[] = [];
const transport: Transport = {
  judge: ({ url }) =>
    Promise.resolve({ allowed: true, url: new URL(url), addresses: [], serverName: undefined }),
  send(request) {
    sent.push(request);
    return Promise.resolve({
      kind: "response",
      status: 200,
      headers: {},
      body: "",
      bytes: new Uint8Array(),
      truncated: false,
      durationMs: 1,
    });
  },
};

let server: TestServer;
let account: TestAccount;
const ajv = new Ajv2020({ strict: false, allErrors: true });
beforeAll(async () => {
  server = await startServer({ replacements: { transport } });
  account = await server.account();
  addFormats(ajv);
  ajv.addSchema(closed(await readDocument(server.url)), "openapi", undefined, false);
});
afterAll(() => server.stop());

for (const environment of environments) {
  test.each(eventTypes)(
    `a ${environment} sample of %s is signed, and what the document says of it`,
    async (type) => {
      const client = account[environment];
      const endpoint = { url: "https://shop.example.com/hook", events: ["shipment.failed"] };
      const { body: webhook } = await client.post(`${platform}/webhooks`, endpoint);
      sent.length = 0;
      const answer = await client.post(`${platform}/webhooks/${webhook.id}/test`, { type });
      expect(answer.body).toMatchObject({ event_type: type, webhook_id: webhook.id, shipment_id: null });
      const { headers, body } = await eventually("the sample", () => sent[0]);
      const text = new TextDecoder().decode(body);
      const event = JSON.parse(text);
      verify(webhook.secret, { headers, body: text, event });
      const validate = ajv.compile({
        $ref: `openapi#/webhooks/${type}/post/requestBody/content/application~1json/schema`,
      });
      expect([validate(event), ajv.errorsText(validate.errors)]).toEqual([true, "No errors"]);
      expect(event).toMatchObject({ id: answer.body.event_id, type, environment });
      const others = environments.filter((other) => other !== environment);
      for (const other of others) expect(text).not.toContain(`"environment":"${other}"`);
      await client.delete(`${platform}/webhooks/${webhook.id}`);
    },
  );
}
