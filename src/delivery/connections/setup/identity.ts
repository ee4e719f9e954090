import type { Deps } from "../../../infra/deps.ts";
import type { CarrierPrincipal } from "../../../infra/http/principal.ts";
import { requireCarrier } from "../../carriers/service.ts";
import type { CarrierIdentityView } from "./schema.ts";

/** The carrier of a token. @throws AppError `not_found` for a carrier that was deleted a moment ago */
export function describeCarrier(
  deps: Deps,
  { environment, carrierId, token }: CarrierPrincipal,
): CarrierIdentityView {
  const { id, code, name, kind, status } = requireCarrier(deps, environment, carrierId);
  return { id, environment, code, name, kind, status, token };
}
