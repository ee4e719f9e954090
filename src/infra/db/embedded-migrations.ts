import { readMigrations } from "./migrations.macro.ts" with { type: "macro" };

/** The migrations that this executable carries. */
export const embedded = readMigrations();
