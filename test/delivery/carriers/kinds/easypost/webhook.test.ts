import { expect, test } from "bun:test";
import fc from "fast-check";
import { readEasypostWebhook } from "../../../../../src/delivery/carriers/kinds/easypost/webhook.ts";
import { sign } from "../../../../../src/infra/ids.ts";
import { easypostHook } from "../../../../support/played-easypost.ts";

/** What EasyPost posts to Waybill. */

// EasyPost's client libraries test with such a secret: it is normalized before it signs.
const secret = "sécret";
const settings = { api_key: "EZAK1", webhook_secret: secret };
const read = (hook: ReturnType<typeof easypostHook>, change: object = {}) =>
  readEasypostWebhook({ ...settings, ...change }, "live", hook);

const tracker = {
  id: "trk_1",
  object: "Tracker",
  tracking_code: "9400100110368068953228",
  shipment_id: "shp_1",
  status: "in_transit",
  // The signature is over the text as it came: a parser would write 17.6 and 15.0 anew.
  weight: 15,
  tracking_details: [
    {
      status: "in_transit",
      status_detail: "arrived_at_facility",
      datetime: "2026-03-02T08:00:00Z",
      message: "Arrived",
    },
  ],
};
const booking = { bookingReference: "shp_1", trackingNumber: "9400100110368068953228" };

test("a signed event of a tracker counts, for each spelling of the secret", () => {
  for (const webhook_secret of [secret, secret.normalize("NFD"), secret.normalize("NFC")]) {
    const reading = read(easypostHook("tracker.updated", tracker, { secret }), { webhook_secret });
    expect(reading).toMatchObject({
      kind: "tracked",
      booking,
      tracked: {
        updates: [
          { update: { kind: "progress", substatus: "picked_up" } },
          { update: { kind: "scan", message: "Arrived" } },
        ],
      },
    });
  }
});

test("a refund counts as soon as it is decided", () => {
  const refundOf = (status: string) =>
    read(
      easypostHook("refund.successful", { shipment_id: "shp_1", tracking_code: "T1", status }, { secret }),
    );
  expect(refundOf("refunded")).toEqual({
    kind: "tracked",
    id: expect.stringMatching(/^evt_/),
    booking: { bookingReference: "shp_1", trackingNumber: "T1" },
    tracked: { updates: [], refund: "confirmed" },
  });
  expect(refundOf("rejected")).toMatchObject({ tracked: { refund: "refused" } });
  expect(refundOf("submitted")).toMatchObject({ tracked: { refund: "pending" } });
});

test("without a secret, or with a later signature that does not match, it only tells Waybill to look", () => {
  const unsigned = easypostHook("tracker.updated", tracker);
  const { webhook_secret: _, ...open } = settings;
  expect(readEasypostWebhook(open, "live", unsigned)).toEqual({
    kind: "hint",
    booking,
  });
  expect(readEasypostWebhook(open, "live", easypostHook("tracker.updated", tracker, { secret }))).toEqual({
    kind: "hint",
    booking,
  });
  const later = { ...unsigned, headers: { "x-hmac-signature-v2": "hmac-sha256-hex=00", "x-path": "/hooks" } };
  expect(read(later)).toEqual({ kind: "hint", booking });
});

test("the later signature alone proves an event: over the time, the method, the path and the body", () => {
  const { body } = easypostHook("tracker.updated", tracker);
  const [time, path] = ["Sun, 29 Nov 2026 12:00:00 GMT", "/hooks/car_1/secret"];
  const hookOf = (change: Record<string, string> = {}, text = body) => {
    const signed = sign(Buffer.from(secret.normalize("NFKD")), `${time}POST${path}${body}`).toString("hex");
    const headers = {
      "x-timestamp": time,
      "x-path": path,
      "x-hmac-signature-v2": `hmac-sha256-hex=${signed}`,
      ...change,
    };
    return { headers, body: text };
  };
  expect(read(hookOf())).toMatchObject({ kind: "tracked", id: expect.stringMatching(/^evt_/), booking });
  const later = time.replace("12:00", "12:01");
  for (const change of [{ "x-timestamp": later }, { "x-path": "/hooks" }, { "x-hmac-signature-v2": "" }]) {
    expect(read(hookOf(change))).toEqual({ kind: "hint", booking });
  }
  expect(read(hookOf({}, body.replace("Arrived", "Departed")))).toEqual({ kind: "hint", booking });
  expect(read(hookOf({ "x-hmac-signature": "hmac-sha256-hex=00" }))).toMatchObject({ kind: "refused" });
});

test("a wrong, cut or missing signature is refused, and so is a body that was changed", () => {
  const hook = easypostHook("tracker.updated", tracker, { secret });
  const signature = hook.headers["x-hmac-signature"] ?? "";
  const withSignature = (text: string) => ({
    ...hook,
    headers: { ...hook.headers, "x-hmac-signature": text },
  });
  expect(read({ ...hook, headers: {} })).toEqual({
    kind: "refused",
    reason: "The webhook has no signature.",
  });
  for (const text of ["", signature.slice(0, -2), signature.replace("hmac-", ""), `${signature}00`]) {
    expect(read(withSignature(text))).toEqual({
      kind: "refused",
      reason: "The signature does not match. Check the webhook secret in Settings.",
    });
  }
  fc.assert(
    fc.property(fc.nat(hook.body.length - 1), fc.constantFrom("x", " ", "0"), (at, other) => {
      fc.pre(hook.body[at] !== other);
      const body = hook.body.slice(0, at) + other + hook.body.slice(at + 1);
      expect(read({ ...hook, body }).kind).toBe("refused");
    }),
  );
});

test("an event of the other mode, of another type or of no shipment is ignored", () => {
  const reasonOf = (hook: ReturnType<typeof easypostHook>) => {
    const reading = read(hook);
    return reading.kind === "ignored" ? reading.reason : reading.kind;
  };
  expect(reasonOf(easypostHook("tracker.updated", tracker, { secret, mode: "test" }))).toBe(
    "The event is of EasyPost's other mode.",
  );
  expect(reasonOf(easypostHook("batch.updated", { id: "batch_1" }, { secret }))).toBe(
    "Waybill reads no events of the type batch.updated.",
  );
  expect(reasonOf(easypostHook("tracker.updated", { id: "trk_1" }, { secret }))).toBe(
    "The event names no shipment.",
  );
  expect(reasonOf(easypostHook("tracker.updated", { nothing: true }, { secret }))).toBe(
    "What the event tracker.updated is about has a form that Waybill does not know.",
  );
});

test("a body that is no event is refused, and nothing throws", () => {
  const open = { api_key: "EZAK1" };
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
      expect(["refused", "ignored"]).toContain(readEasypostWebhook(open, "live", { headers: {}, body }).kind);
    }),
  );
});
