import { expect, test } from "bun:test";
import type { Status } from "../../../../src/delivery/model/model.ts";
import {
  concernsRecipient,
  isNews,
  type Moment,
  momentFor,
} from "../../../../src/delivery/recipients/mail/moment.ts";
import { senderNameOf } from "../../../../src/delivery/recipients/mail/sender-name.ts";

test("a sender's name is one short line without anything that a mail program makes a link of", () => {
  expect(senderNameOf("Book shop", "Account")).toBe("Book shop");
  expect(senderNameOf("  Café\r\nBcc: x\t& Co.  ", "Account")).toBe("Café Bcc: x & Co.");
  expect(senderNameOf("a\u202eb\u200bc\u0000d", "Account")).toBe("abcd");
  expect(senderNameOf("St. Marie Nr. 5", "Account")).toBe("St. Marie Nr. 5");
  const refused = [
    "evil.example",
    "a@b",
    "http://x",
    "x/y",
    "пример.укр",
    "pay24.com",
    "163.com",
    "192.168.1.10",
  ];
  refused.push(
    "8.8.8.8",
    "paypal。com",
    "paypal．com",
    "pay\u200dpal.\u200dcom",
    "❤.ws",
    "क्षी.com",
    "\u200b",
    "\u3164",
  );
  refused.push("Call +1 900 555 0100 now", "0900-1234567", "٠٩٠٠١٢٣٤٥", "９００５５５０１００");
  for (const name of refused) expect([name, senderNameOf(name, "Account")]).toEqual([name, "Account"]);
  expect(senderNameOf("می\u200cخواهم 24", "Account")).toBe("می\u200cخواهم 24");
  expect([...senderNameOf("x👩‍👩‍👧".repeat(80), "Account").matchAll(/👧/g)]).toHaveLength(30);
});

test("the account's name stands for one that is refused, without what makes it a link or a phone number", () => {
  const names = {
    "Booking.com/win@x": "Booking com win x",
    "paypal。com": "paypal com",
    "pay\u200dpal.\u200dcom": "paypal com",
    "Win at 192.168.1.10 now": "Win at now",
    "Call +1 900 555 0100 now": "Call now",
    "No. 5, St. Marie": "No. 5, St. Marie",
    "0900 1234567": "Waybill",
    "…": "Waybill",
  };
  for (const [name, shown] of Object.entries(names)) expect(senderNameOf(null, name)).toBe(shown);
  for (const name of Object.keys(names)) expect(senderNameOf("evil.example", name)).not.toBe("");
});

test("moments are those of the way to the recipient, and are news for a while only", () => {
  expect(momentFor("tracking.approaching")).toBe("approaching");
  expect(momentFor("shipment.updated")).toBeUndefined();
  expect(concernsRecipient("approaching", "assigned", null)).toBe(false);
  expect(concernsRecipient("approaching", "in_transit", null)).toBe(true);
  const isNewsAt = (moment: Moment, status: Status, ageMs: number) =>
    isNews(moment, { status, setback: null }, ageMs);
  expect(isNewsAt("collected", "delivered", 0)).toBe(false);
  expect(isNewsAt("approaching", "in_transit", 29 * 60_000)).toBe(true);
  expect(isNewsAt("approaching", "in_transit", 31 * 60_000)).toBe(false);
  expect(isNewsAt("finished", "returning", 23 * 3_600_000)).toBe(true);
  expect(isNewsAt("finished", "returned", 25 * 3_600_000)).toBe(false);
});

test("goods that customs hold and an attempt that failed are news while they last", () => {
  const held = { kind: "held", at: 0, reason: "customs_hold" } as const;
  const missed = { kind: "attempt_failed", at: 0, reason: "recipient_unavailable" } as const;
  expect(concernsRecipient("held", "in_transit", held)).toBe(true);
  // Most scans are none of a hold, and a storm is nothing that a recipient or sender can end.
  for (const other of [null, { kind: "none", at: 0 } as const, { ...held, reason: "weather" } as const])
    expect(concernsRecipient("held", "in_transit", other)).toBe(false);
  expect(concernsRecipient("missed", "in_transit", missed)).toBe(true);
  expect(isNews("missed", { status: "in_transit", setback: missed }, 60_000)).toBe(true);
  expect(isNews("missed", { status: "in_transit", setback: { kind: "none", at: 0 } }, 60_000)).toBe(false);
  expect(isNews("held", { status: "delivered", setback: held }, 60_000)).toBe(false);
});
