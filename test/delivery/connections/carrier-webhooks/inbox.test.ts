import { test } from "bun:test";
import fc from "fast-check";
import { nextTryAt } from "../../../../src/delivery/connections/carrier-webhooks/inbox.ts";

const dayMs = 86_400_000;

test("a webhook that waits is tried again at a whole millisecond, later and later, for a day", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 * dayMs }), (waitedMs) => {
      const at = nextTryAt(0, waitedMs);
      if (waitedMs >= dayMs) return at === undefined;
      return Number.isInteger(at) && at !== undefined && at >= waitedMs + 5_000 && at <= waitedMs + 3_600_000;
    }),
  );
});
