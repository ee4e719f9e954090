import type { Environment } from "../environment.ts";

/** Something that was erased, by id and without personal data. */
export interface Erasure {
  readonly kind: "shipment" | "user" | "account";
  readonly id: string;
  /** Null for a user and for an account. */
  readonly environment: Environment | null;
  /** RFC 3339. */
  readonly erased_at: string;
}
