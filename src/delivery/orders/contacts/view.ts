import { toTimestamp } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { ContactView } from "./schema.ts";
import type { ContactRow } from "./store.ts";

export function toContactView(row: ContactRow, environment: Environment): ContactView {
  const { id, name, company, phone, email, address, instructions, version } = row;
  return {
    id,
    environment,
    name,
    company,
    phone,
    email,
    address,
    instructions,
    last_used_at: toTimestamp(row.lastUsedAt),
    version,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}
