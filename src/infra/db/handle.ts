import { drizzle } from "drizzle-orm/better-sqlite3";
import { prepareLater } from "../patches/drizzle-lazy.ts";
import { planOnce } from "../patches/drizzle-plans.ts";
import { mapOnce } from "../patches/drizzle-rows.ts";
import type { Connection } from "./connection.ts";
import type { Db } from "./store.ts";

/** drizzle over a connection. A statement becomes SQL when it first runs, and SQLite plans it once. */
export function handleOf(connection: Connection): Db {
  // Each patch wraps what is there, so the rows are mapped by the parameters that are left of the text.
  return prepareLater(mapOnce(planOnce(drizzle({ client: connection }))));
}
