import { useQuery } from "@tanstack/react-query";
import type { AnyScope as Scope } from "../../access/model.ts";
import { sessionQuery } from "./queries.ts";

/** What the role of the signed-in person permits. The session says it for the pages, and the API holds it. */

export type { Scope };

/** Whether the person may use operations that need all these scopes. */
export function useMay(...scopes: readonly Scope[]): boolean {
  return usePermissions().may(...scopes);
}

/** Whether the person runs the installation. While looking as another account, nobody does. */
export function useIsOperator(): boolean {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  return session?.user.is_operator === true && session.viewing === null;
}

/** Of nobody, on pages without a session, nothing that needs a scope. */
export function usePermissions() {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  return {
    may: (...scopes: readonly Scope[]) => scopes.every((scope) => session?.scopes.includes(scope) ?? false),
    /** Why a control is disabled. */
    refusal: session?.viewing
      ? "You look as this account, so you cannot change anything."
      : `Your role, ${session?.user.role}, cannot change this. Ask an owner of the account.`,
  };
}
