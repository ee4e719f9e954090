import { gone, integer, json, personal, plain, table, text } from "../../../infra/db/columns.ts";
import type { ContactAddress } from "./contact.ts";

/** A contact that is erased leaves no row. */
export const contacts = table("contacts", {
  id: plain(text().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  name: personal(text().notNull(), gone),
  company: personal(text(), gone),
  phone: personal(text(), gone),
  email: personal(text(), gone),
  /** In lower case, to be compared. */
  emailKey: personal(text("email_key"), gone),
  address: personal(json<ContactAddress>()(), gone),
  instructions: personal(text(), gone),
  search: personal(text().notNull(), gone),
  /** When a shipment was last made for it, or else when somebody last saved it. */
  lastUsedAt: plain(integer("last_used_at").notNull()),
  version: plain(integer().notNull()),
  createdAt: plain(integer("created_at").notNull()),
  updatedAt: plain(integer("updated_at").notNull()),
});
