import { useQuery } from "@tanstack/react-query";
import type { Purpose } from "@/access/accounts/account.ts";
import { sessionQuery } from "../queries.ts";

/** What the account uses Waybill for: its session says it on every page. */

export const purposeNames = {
  own_fleet: "I deliver with my own riders",
  carriers: "I send with carriers",
  test: "I test a program",
} as const satisfies Record<Purpose, string>;

/** Paths to read again after it changed. */
export const purposeChanges = ["/auth/session", "/platform/account", "/audit"] as const;

/** Null until somebody has chosen. */
export function usePurpose(): Purpose | null {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  return session?.account.purpose ?? null;
}
