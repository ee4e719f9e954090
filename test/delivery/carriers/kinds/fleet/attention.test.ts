import { expect, test } from "bun:test";
import { attentionOf } from "../../../../../src/delivery/carriers/kinds/fleet/settings.ts";
import { openConnection } from "../../../../../src/infra/db/connection.ts";

/** Kinds of attention that came later are on for new fleets, and off for those that existed. */

test("a fleet without the setting has all of them, and the upgrade writes that older ones have none", async () => {
  expect(attentionOf({})).toEqual([
    "clock_wrong",
    "address_unclear",
    "goods_with_absent_driver",
    "job_not_seen",
    "waiting_at_pickup",
  ]);
  expect(attentionOf({ attention: [] })).toEqual([]);
  const connection = openConnection(":memory:", undefined);
  connection.exec("CREATE TABLE carriers (kind TEXT NOT NULL, settings TEXT NOT NULL)");
  const insert = connection.prepare("INSERT INTO carriers (kind, settings) VALUES (?, ?)");
  insert.run("fleet", "{}");
  insert.run("fleet", '{"dispatch":"nearest"}');
  insert.run("http", '{"base_url":"https://riders.example"}');
  connection.exec(await Bun.file("migrations/platform/0094_fleet_attention.sql").text());
  const settings = connection.prepare("SELECT settings FROM carriers ORDER BY rowid").pluck().all();
  expect(settings.map((text) => JSON.parse(String(text)))).toEqual([
    { attention: [] },
    { dispatch: "nearest", attention: [] },
    { base_url: "https://riders.example" },
  ]);
  connection.close();
});

test.each([
  ["0121_fleet_attention.sql", ["clock_wrong"]],
  ["0159_fleet_attention.sql", ["clock_wrong", "address_unclear", "goods_with_absent_driver"]],
])("a fleet that had all kinds gets no new one by %s, and a choice stays", async (file, kinds) => {
  const connection = openConnection(":memory:", undefined);
  connection.exec("CREATE TABLE carriers (kind TEXT NOT NULL, settings TEXT NOT NULL)");
  const insert = connection.prepare("INSERT INTO carriers (kind, settings) VALUES (?, ?)");
  insert.run("fleet", '{"dispatch":"nearest"}');
  insert.run("fleet", '{"attention":[]}');
  insert.run("http", "{}");
  connection.exec(await Bun.file(`migrations/platform/${file}`).text());
  const settings = connection.prepare("SELECT settings FROM carriers ORDER BY rowid").pluck().all();
  expect(settings.map((text) => JSON.parse(String(text)))).toEqual([
    { dispatch: "nearest", attention: kinds },
    { attention: [] },
    {},
  ]);
  connection.close();
});
