import { accessErrors } from "./error-catalog/access.ts";
import type { ErrorEntry } from "./error-catalog/entry.ts";
import { orderErrors } from "./error-catalog/orders.ts";
import { permissionErrors } from "./error-catalog/permissions.ts";
import { requestErrors } from "./error-catalog/request.ts";
import { serverErrors } from "./error-catalog/server.ts";
import { shipmentErrors } from "./error-catalog/shipments.ts";
import { stateErrors } from "./error-catalog/state.ts";

/**
 * Every error that a caller can get: code → HTTP status, texts, help and example. Contract §7 orders the checks, so it
 * decides which error a request with several mistakes gets.
 */
export const errorCatalog = {
  ...accessErrors,
  ...permissionErrors,
  ...requestErrors,
  ...shipmentErrors,
  ...orderErrors,
  ...stateErrors,
  ...serverErrors,
} satisfies Record<string, ErrorEntry>;
