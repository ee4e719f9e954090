import { expect, test } from "bun:test";
import { secretsSet } from "../../../src/web/dashboard/settings-schema.ts";

test("a secret that is too short to show its end is set all the same", () => {
  const settings = {
    url: "https://karrio.example.com",
    api_key: { set: true, last4: "k9Qw" },
    webhook_secret: { set: true, last4: null },
  };
  expect(secretsSet(settings)).toEqual({ api_key: "k9Qw", webhook_secret: null });
});
