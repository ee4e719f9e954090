import { expect, test } from "bun:test";
import { searchText } from "../../../src/delivery/orders/shipments/search.ts";
import { openConnection } from "../../../src/infra/db/connection.ts";
import { runUpgradeStep } from "../../../src/infra/db/upgrade-steps.ts";

test("upgrades make the searched text of a shipment that a new one gets, in every script, and leave erased ones alone", () => {
  const stop = (
    name: string,
    phone: string | null,
    line1: string,
    postal_code: string | null,
    city: string,
    email: string | null = null,
  ) =>
    ({ contact: { name, phone, email }, address: { line1, postal_code, city } }) as Parameters<
      typeof searchText
    >[2];
  const pickup = stop("Book shop", null, "Torstr. 1", "10119", "Berlin");
  const deliveries = [
    stop("Jürgen Mu\u0308ßig ", null, "Łódzka  3", null, "Σέρρες"),
    stop("Ünal", "+4915123456", "Ösestraße 7", "50667", "KÖLN", "Ünal@Example.com"),
    stop("Олег", null, "Улица Ленина 5", null, "Київ"),
  ];
  const connection = openConnection(":memory:", undefined);
  connection.exec(
    "CREATE TABLE shipments (id INTEGER PRIMARY KEY, account_id TEXT, created_at INTEGER, search TEXT, delivery TEXT, redacted_at INTEGER)",
  );
  const insert = connection.prepare("INSERT INTO shipments (search, delivery, redacted_at) VALUES (?, ?, ?)");
  for (const delivery of deliveries)
    insert.run(
      `ord-1\nwb1\nbook shop\n${delivery.contact.name.toLowerCase()}`,
      JSON.stringify(delivery),
      null,
    );
  insert.run("wb1", JSON.stringify(deliveries[0]), 1);
  runUpgradeStep(connection, "0043_searching_streets");
  connection.exec("DROP INDEX shipments_by_time");
  runUpgradeStep(connection, "0097_folded_search");
  connection.exec("DROP INDEX shipments_by_time");
  runUpgradeStep(connection, "0182_searching_emails");
  const searched = connection.prepare("SELECT search FROM shipments ORDER BY id").pluck().all();
  expect(searched).toEqual([
    ...deliveries.map((delivery) => searchText("ORD-1", "WB1", pickup, delivery)),
    "wb1",
  ]);
  connection.close();
});
