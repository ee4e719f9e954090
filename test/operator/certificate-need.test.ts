import { describe, expect, test } from "bun:test";
import type { CertificateState } from "../../src/infra/secrets/certificate.ts";
import { dayMs, hourMs } from "../../src/infra/units.ts";
import { certificateNeeds } from "../../src/operator/installation-need.ts";

const now = Date.UTC(2026, 5, 1);
const state = (
  leftMs: number,
  lifeDays: number,
  change: Partial<CertificateState> = {},
): CertificateState => ({
  served: { validFrom: now + leftMs - lifeDays * dayMs, validTo: now + leftMs },
  failure: "port 80 is closed",
  isOwn: true,
  ...change,
});
const messages = (given: CertificateState) => certificateNeeds(given, now).map(({ message }) => message);

describe("a certificate that Waybill renews", () => {
  test.each([
    [90, 5 * dayMs - 1, 1],
    [90, 5 * dayMs, 0],
    [6, dayMs - 1, 1],
    [6, dayMs, 0],
  ])("of %d days, with %d ms left: %d", (life, left, count) => {
    expect(messages(state(left, life))).toHaveLength(count);
  });

  test("says when it ends and why it is not renewed, and nothing while renewals succeed", () => {
    expect(certificateNeeds(state(4 * dayMs, 90), now)).toMatchObject([
      {
        kind: "certificate_expiring",
        message: "The certificate for HTTPS ends in 4 days. Waybill cannot renew it: port 80 is closed.",
        weight: 90,
      },
    ]);
    expect(messages(state(4 * dayMs, 90, { failure: undefined }))).toEqual([]);
    expect(messages(state(4 * dayMs, 90, { served: undefined }))).toEqual([]);
    expect(messages(state(-1, 90))[0]).toStartWith(
      "The certificate for HTTPS has expired, so browsers refuse it.",
    );
  });
});

test("files are to be replaced by somebody, whatever failed", () => {
  const files = { failure: undefined, isOwn: false };
  expect(messages(state(3 * hourMs, 90, files))).toEqual([
    "The certificate for HTTPS ends in 3 hours. Replace its files; Waybill reads them again.",
  ]);
  expect(messages(state(20 * dayMs, 90, files))).toEqual([]);
});
