import type { KeyView } from "@/access/keys/schema.ts";
import type { MakerView } from "@/access/schema.ts";
import { pageNow } from "../../../browser/clock.ts";

/** What API keys and tokens have in common. */
export type Credential = Pick<KeyView, "id" | "name" | "prefix" | "last4" | "expires_at" | "revoked_at">;

/** How credentials of one kind are changed. */
export interface CredentialPlace<Rotated> {
  /** What people call it: `key`, `token`. */
  word: string;
  /** Creates a successor. The old one works on for so many seconds. */
  rotate: (id: string, graceSeconds: number, idempotencyKey: string) => Promise<Rotated>;
  revoke: (id: string) => Promise<void>;
  /** Paths to read again after a change. */
  changes: readonly string[];
}

export function isActive({ revoked_at, expires_at }: Credential): boolean {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > pageNow());
}

/** As people recognize it: the secret begins and ends like this. */
export function shortForm({ prefix, last4 }: Credential): string {
  return `${prefix}…${last4}`;
}

/** Who created something, for a table. Empty where nobody knows. */
export function makerName(maker: MakerView | null): string {
  return maker === null ? "" : (maker.name ?? "Somebody who left");
}
