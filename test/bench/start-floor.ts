/** The least that a server can do when it starts: open a SQLite file and list some rows of it. */
import { Database } from "bun:sqlite";
import { join } from "node:path";

const [dataDir = ""] = process.argv.slice(2);
const database = new Database(join(dataDir, "floor.db"));
// The server before it on this folder may be closing the file.
database.run("PRAGMA busy_timeout = 5000");
database.run("PRAGMA journal_mode = WAL");
database.run("CREATE TABLE IF NOT EXISTS shipments (id INTEGER PRIMARY KEY, status TEXT NOT NULL) STRICT");
const list = database.query("SELECT * FROM shipments ORDER BY id DESC LIMIT 20");
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => Response.json({ data: list.all() }),
});
console.log(server.url.origin);
process.on("SIGTERM", () => process.exit(0));
