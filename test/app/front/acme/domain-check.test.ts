import { expect, test } from "bun:test";
import { checkDomain } from "../../../../src/app/front/acme/domain-check.ts";

/** The look before an order: one sentence for each usual mistake, and only one of them stops it. */

const own = ["127.0.0.1", "203.0.113.7", "2001:db8::7"];
const looked = (addresses: string[], name = "waybill.example.com") =>
  checkDomain(name, { lookup: async () => addresses, challenges: new Map(), token: "a-token", own });

test("without an address an order makes no sense", async () => {
  expect(await looked([])).toEqual({
    advice: [],
    obstacle: "waybill.example.com has no address in DNS: add an A record that leads to this machine",
  });
});

test("an address that is not this machine's is named, and whether IPv4 or IPv6; it stops nothing", async () => {
  const { advice, obstacle } = await looked(["127.0.0.8", "::1"]);
  expect(obstacle).toBeUndefined();
  expect(advice).toContain(
    "the A record of waybill.example.com is 127.0.0.8, and this machine has 203.0.113.7, 2001:db8::7: change the record, unless a router passes it on",
  );
  expect(advice.join("\n")).toContain("the AAAA record of waybill.example.com is ::1, and this machine has");
});

test("of an own address only port 80 is tried", async () => {
  const { advice } = await looked(["127.0.0.1"]);
  expect(advice).toHaveLength(1);
  expect(advice[0]).toMatch(/^(port 80 of 127\.0\.0\.1 gave no response|another server answers port 80)/);
});

test("of a bare address nothing is looked up", async () => {
  const { advice, obstacle } = await checkDomain("127.0.0.1", {
    lookup: async () => {
      throw new Error("nobody asks");
    },
    challenges: new Map(),
    token: "a-token",
    own,
  });
  expect([advice.length, obstacle]).toEqual([1, undefined]);
});
