/** Sandbox and live run the same code over separate databases and never meet. */
export const environments = ["sandbox", "live"] as const;
export type Environment = (typeof environments)[number];
