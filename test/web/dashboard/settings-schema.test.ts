import { expect, test } from "bun:test";
import { fleetKind } from "../../../src/delivery/carriers/kinds/fleet/adapter.ts";
import {
  type SettingsSchema,
  secretsSet,
  shownSettings,
} from "../../../src/web/dashboard/settings-schema.ts";

test("a secret that is too short to show its end is set all the same", () => {
  const settings = {
    url: "https://karrio.example.com",
    api_key: { set: true, last4: "k9Qw" },
    webhook_secret: { set: true, last4: null },
  };
  expect(secretsSet(settings)).toEqual({ api_key: "k9Qw", webhook_secret: null });
});

test("a fleet whose dispatchers choose has no radius and no time to answer", () => {
  const schema = fleetKind.settings as unknown as SettingsSchema;
  const shown = (dispatch: string) => shownSettings(schema, { dispatch }).map(([name]) => name);
  const asked = ["radius_meters", "answer_seconds"];
  expect(shown("manual").filter((name) => asked.includes(name))).toEqual([]);
  expect(shown("nearest").filter((name) => asked.includes(name))).toEqual(asked);
});
