/** Sandbox and live run the same code over separate databases. */
export const environments = ["sandbox", "live"] as const;
export type Environment = (typeof environments)[number];
