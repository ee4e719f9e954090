import type { Environment } from "../environment.ts";

/** Seconds before each attempt, counted from the one before, unless the operator sets others. Contract §6. */
export const webhookSchedules = {
  live: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  sandbox: [0, 5, 300, 1800],
} as const satisfies Record<Environment, readonly number[]>;
