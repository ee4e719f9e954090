import { expect, test } from "bun:test";
import { concernsRecipient, isNews, momentFor } from "../../../src/delivery/recipient-mail/moment.ts";
import { senderNameOf } from "../../../src/delivery/recipient-mail/sender-name.ts";

test("a sender's name is one short line without anything that a mail program makes a link of", () => {
  expect(senderNameOf("Book shop", "Account")).toBe("Book shop");
  expect(senderNameOf("  Café\r\nBcc: x\t& Co.  ", "Account")).toBe("Café Bcc: x & Co.");
  expect(senderNameOf("a\u202eb\u200bc\u0000d", "Account")).toBe("abcd");
  expect(senderNameOf("St. Marie Nr. 5", "Account")).toBe("St. Marie Nr. 5");
  for (const link of ["evil.example", "a@b", "http://x", "x/y", "пример.укр", "\u200b"]) {
    expect(senderNameOf(link, "Account")).toBe("Account");
  }
  expect(senderNameOf(null, "Booking.com/win@x")).toBe("Booking.com win x");
  expect([...senderNameOf("x👩‍👩‍👧".repeat(80), "Account").matchAll(/👧/g)]).toHaveLength(30);
});

test("moments are those of the way to the recipient, and are news for a while only", () => {
  expect(momentFor("tracking.approaching")).toBe("approaching");
  expect(momentFor("shipment.updated")).toBeUndefined();
  expect(concernsRecipient("approaching", "assigned")).toBe(false);
  expect(concernsRecipient("approaching", "in_transit")).toBe(true);
  expect(isNews("collected", "delivered", 0)).toBe(false);
  expect(isNews("approaching", "in_transit", 29 * 60_000)).toBe(true);
  expect(isNews("approaching", "in_transit", 31 * 60_000)).toBe(false);
  expect(isNews("finished", "returning", 23 * 3_600_000)).toBe(true);
  expect(isNews("finished", "returned", 25 * 3_600_000)).toBe(false);
});
