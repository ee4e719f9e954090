import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Migration, MigrationSets } from "./migrate.ts";

/** Runs when Bun bundles or loads the sources (a macro), so the executable contains the SQL. */
export function readMigrations(): MigrationSets {
  return { accounts: readSet("accounts"), platform: readSet("platform"), telemetry: readSet("telemetry") };
}

function readSet(set: keyof MigrationSets): Migration[] {
  const folder = join(import.meta.dir, "../../../migrations", set);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => asMigration(file.slice(0, -".sql".length), readFileSync(join(folder, file), "utf8")));
}

/** @param name the file's name without `.sql` */
export function asMigration(name: string, sql: string): Migration {
  return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
}
