import { expect, test } from "bun:test";
import { dispatchTermsOf } from "../../../../../src/delivery/carriers/kinds/fleet/settings.ts";
import { openConnection } from "../../../../../src/infra/db/connection.ts";

test("a new fleet keeps its jobs, and the upgrade writes that older ones give them back", async () => {
  const givesBack = (settings: object) => dispatchTermsOf(settings, () => []).givesBack;
  expect([givesBack({}), givesBack({ gives_back: true })]).toEqual([false, true]);
  const connection = openConnection(":memory:", undefined);
  connection.exec("CREATE TABLE carriers (kind TEXT NOT NULL, settings TEXT NOT NULL)");
  const insert = connection.prepare("INSERT INTO carriers (kind, settings) VALUES (?, ?)");
  insert.run("fleet", '{"dispatch":"nearest"}');
  insert.run("http", '{"base_url":"https://riders.example"}');
  connection.exec(await Bun.file("migrations/platform/0124_gives_back.sql").text());
  const settings = connection.prepare("SELECT settings FROM carriers ORDER BY rowid").pluck().all();
  expect(settings.map((text) => JSON.parse(String(text)))).toEqual([
    { dispatch: "nearest", gives_back: true },
    { base_url: "https://riders.example" },
  ]);
  connection.close();
});
