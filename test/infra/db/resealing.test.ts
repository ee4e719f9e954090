import { expect, test } from "bun:test";
import { integer, json, plain, sealed, table, text } from "../../../src/infra/db/columns.ts";
import { openConnection } from "../../../src/infra/db/connection.ts";
import { secretsIn } from "../../../src/infra/db/resealing.ts";
import type { StoredSecret } from "../../../src/infra/secrets/vault.ts";
import { storeOver } from "./memory-stores.ts";

/** A table whose secrets the steps would pass over is refused. What is moved: `test/invariants/sealed-columns.test.ts`. */

const secret = () => sealed(json<StoredSecret>()("secret"), (key) => key);
table("numbered", { id: plain(integer().primaryKey()), secret: secret() });
table("keyless", { name: plain(text()), secret: secret() });

test.each([
  ["numbered", "id INTEGER PRIMARY KEY, secret TEXT"],
  ["keyless", "name TEXT, secret TEXT"],
])("%s needs a primary key of one column of text", (name, columns) => {
  const connection = openConnection(":memory:", undefined);
  connection.exec(`CREATE TABLE ${name} (${columns}) STRICT`);
  const { db } = storeOver(connection);
  expect(() => [...secretsIn(db)]).toThrow(`${name} needs a primary key of one column of text`);
  connection.close();
});
