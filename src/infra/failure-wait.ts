const firstMs = 1_000;

/** The longest wait. */
export const failureWaitMaxMs = 300_000;

/** How long a row is left alone, by how often its task has failed in a row: doubled each time, up to a limit. */
export function failureWaitMs(times: number): number {
  return Math.min(firstMs * 2 ** (times - 1), failureWaitMaxMs);
}
