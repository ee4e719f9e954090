import { blob, gone, integer, personal, plain, table, text } from "../../../infra/db/columns.ts";
import type { CleanImage } from "../../carriers/images/image.ts";

/** How accounts present themselves, and their pictures for it. Both are in the accounts' database. */

export const accountBrands = table("account_brands", {
  accountId: plain(text("account_id").primaryKey()),
  logoImageId: plain(text("logo_image_id")),
  color: plain(text()),
  phone: personal(text(), gone),
  email: personal(text(), gone),
  url: plain(text()),
  /** How the account treats personal data, and who it is. */
  privacyUrl: plain(text("privacy_url")),
  imprintUrl: plain(text("imprint_url")),
  /** Whether the tracking link shows the proof only to who knows the last digits of the recipient's phone. */
  proofBehindDigits: plain(integer("proof_behind_digits", { mode: "boolean" }).notNull()),
});

export const accountImages = table("account_images", {
  id: plain(text().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  contentType: plain(text("content_type").$type<CleanImage["contentType"]>().notNull()),
  sha256: plain(text().notNull()),
  width: plain(integer().notNull()),
  height: plain(integer().notNull()),
  content: plain(blob({ mode: "buffer" }).notNull()),
  createdAt: plain(integer("created_at").notNull()),
});
