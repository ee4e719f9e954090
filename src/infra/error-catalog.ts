import { accessErrors } from "./error-catalog/access.ts";
import type { ErrorEntry } from "./error-catalog/entry.ts";
import { requestErrors } from "./error-catalog/request.ts";
import { serverErrors } from "./error-catalog/server.ts";
import { stateErrors } from "./error-catalog/state.ts";

/**
 * Every error that a caller can get: code → HTTP status and texts. Contract §7 orders the checks, so it decides which
 * error a request with several mistakes gets. `web/docs/error-help.ts` explains each code and how to fix it.
 */
export const errorCatalog = {
  ...accessErrors,
  ...requestErrors,
  ...stateErrors,
  ...serverErrors,
} as const satisfies Record<string, ErrorEntry>;
