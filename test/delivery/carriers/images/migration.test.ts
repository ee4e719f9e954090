import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

/** Uploads and proofs from before they shared their bytes keep what they have. */

const folder = join(import.meta.dir, "../../../../migrations/platform");
const shared = "0195";

function migrate(database: Database.Database, isWanted: (name: string) => boolean): void {
  for (const name of readdirSync(folder).sort().filter(isWanted)) {
    database.exec(readFileSync(join(folder, name), "utf8"));
  }
}

test("the migration moves the bytes of uploads and leaves those of proofs, and each goes with its own row", () => {
  const database = new Database(":memory:");
  // As an upgrade does.
  database.pragma("foreign_keys = OFF");
  migrate(database, (name) => name < shared);
  for (const id of ["img_1", "img_2"]) {
    database.exec(`INSERT INTO images (id, carrier_id, account_id, content_type, sha256, width, height, size, created_at)
      VALUES ('${id}', 'car_1', NULL, 'image/png', 'x', 1, 1, 3, 0);
      INSERT INTO image_contents VALUES ('${id}', X'010203')`);
  }
  database.exec("INSERT INTO proof_images VALUES ('shp_1', 'photo-1.png', 'image/png', 'x', X'04')");
  migrate(database, (name) => name >= shared);
  const contents = () => database.prepare("SELECT image_id FROM image_contents ORDER BY 1").pluck().all();
  expect(contents()).toEqual(["img_1", "img_2"]);
  expect(database.prepare("SELECT hex(content), upload_id FROM proof_images").raw().all()).toEqual([
    ["04", null],
  ]);

  database.exec(`INSERT INTO proof_images (shipment_id, name, content_type, sha256, upload_id, upload_size)
    VALUES ('shp_1', 'photo-2.png', 'image/png', 'x', 'img_1', 3)`);
  expect(database.pragma("foreign_key_check(image_contents)")).toEqual([]);
  database.exec("DELETE FROM images");
  expect(contents()).toEqual(["img_1"]);
  database.exec("DELETE FROM proof_images WHERE name = 'photo-1.png'");
  expect(contents()).toEqual(["img_1"]);
  database.exec("DELETE FROM proof_images");
  expect(contents()).toEqual([]);
  database.close();
});
