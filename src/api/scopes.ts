import { requireScope } from "../access/scopes.ts";
import type { Deps } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";
import type { Access } from "../infra/http/operation.ts";
import type { Identified } from "../infra/http/principal.ts";
import { queryOf } from "../infra/http/target.ts";

/**
 * Refuses what the scopes of a key or of a person's role, or the environment, do not allow.
 * @throws AppError `environment_not_allowed`, `scope_missing`, `sandbox_only`
 */
export function refuseUnscoped(
  deps: Deps,
  access: Access,
  principal: Identified | null,
  request: Request,
): void {
  if (!principal || principal.kind === "carrier" || principal.kind === "driver") return;
  switch (access.kind) {
    case "session":
      if (access.scope !== undefined) requireScope(principal, access.scope);
      return;
    case "platform":
      if (principal.kind === "key") refuseNamedEnvironment(request);
      if (access.scope !== undefined) requireScope(principal, access.scope);
      if (access.alsoScope !== undefined) requireScope(principal, access.alsoScope);
      if (access.personScope !== undefined && principal.kind === "session") {
        requireScope(principal, access.personScope);
      }
      if (access.sandboxOnly && principal.environment !== "sandbox") {
        const isRehearsed = access.sandboxOnly === "or_ephemeral" && deps.config.ephemeral;
        if (!isRehearsed) throw new AppError("sandbox_only", { detail: "Use a sandbox key." });
      }
      return;
    case "operator":
    case "carrier":
    case "driver":
    case "public":
      return;
  }
}

function refuseNamedEnvironment(request: Request): void {
  if (request.headers.has("x-environment") || new URLSearchParams(queryOf(request)).has("environment")) {
    throw new AppError("environment_not_allowed", {
      detail: "Remove X-Environment and ?environment. The API key selects the environment.",
    });
  }
}
