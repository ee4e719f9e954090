import { blob, integer, table, text } from "../../../infra/db/columns.ts";
import type { CleanImage } from "../../carriers/images/image.ts";

/** How accounts present themselves, and their pictures for it. Both are in the accounts' database. */

export const accountBrands = table("account_brands", {
  accountId: text("account_id").primaryKey(),
  logoImageId: text("logo_image_id"),
  color: text(),
  phone: text(),
  email: text(),
  url: text(),
  /** Whether the tracking link shows the proof only to who knows the last digits of the recipient's phone. */
  proofBehindDigits: integer("proof_behind_digits", { mode: "boolean" }).notNull(),
});

export const accountImages = table("account_images", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  contentType: text("content_type").$type<CleanImage["contentType"]>().notNull(),
  sha256: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  content: blob({ mode: "buffer" }).notNull(),
  createdAt: integer("created_at").notNull(),
});
