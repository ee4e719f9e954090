import { describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, WebhookVerificationError } from "waybill-client";

const secretOf = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString("base64")}`;
const [oldSecret, newSecret, strange] = ["o", "n", "s"].map(secretOf) as [string, string, string];
const body = JSON.stringify({ id: "evt_1", type: "shipment.created", data: {} });

function headersOf(secrets: readonly string[], at = new Date()): Record<string, string> {
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign("evt_1", at, body)).join(" "),
  };
}

describe("an event is believed", () => {
  test.each([
    ["signed with the secret", [newSecret], newSecret],
    ["signed with both while the old one is replaced", [oldSecret, newSecret], newSecret],
    ["verified with both, signed with the old one", [oldSecret], [newSecret, oldSecret]],
    ["verified with both, signed with the new one", [newSecret], [newSecret, oldSecret]],
  ])("%s", (_what, signing, verifying) => {
    expect(verifyWebhook(body, headersOf(signing), verifying)).toEqual(JSON.parse(body));
  });

  test("with the headers of fetch as with those of Node", () => {
    const headers = headersOf([newSecret]);
    expect(verifyWebhook(body, new Headers(headers), newSecret).id).toBe("evt_1");
    expect(verifyWebhook(body, { ...headers, "set-cookie": ["a"], via: undefined }, newSecret).id).toBe(
      "evt_1",
    );
  });
});

describe("an event is not believed", () => {
  test.each([
    ["with another secret", body, headersOf([strange]), [newSecret, oldSecret]],
    ["with another body", body.replace("evt_1", "evt_2"), headersOf([newSecret]), newSecret],
    ["with another id", body, { ...headersOf([newSecret]), "webhook-id": "evt_2" }, newSecret],
    ["from an hour ago", body, headersOf([newSecret], new Date(Date.now() - 3_600_000)), newSecret],
    ["without headers", body, {}, newSecret],
    ["without a secret", body, headersOf([newSecret]), []],
    [
      "with a secret that the environment lacks",
      body,
      headersOf([newSecret]),
      undefined as unknown as string,
    ],
  ])("%s", (_what, text, headers, secret) => {
    expect(() => verifyWebhook(text, headers, secret)).toThrow(WebhookVerificationError);
  });
});
