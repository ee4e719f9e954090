import { apart, blob, integer, personal, plain, table, text } from "../../../infra/db/columns.ts";
import type { CleanImage } from "./image.ts";

export const images = table("images", {
  id: plain(text().primaryKey()),
  carrierId: plain(text("carrier_id").notNull()),
  /** Whose shipments it belongs to; of an installation's carrier null until a report names it. */
  accountId: plain(text("account_id")),
  namedAt: plain(integer("named_at")),
  contentType: plain(text("content_type").$type<CleanImage["contentType"]>().notNull()),
  sha256: plain(text().notNull()),
  width: plain(integer().notNull()),
  height: plain(integer().notNull()),
  /** Bytes of the content. */
  size: plain(integer().notNull()),
  createdAt: plain(integer("created_at").notNull()),
});

/** Triggers delete them with the last row that names them, in `images` or `proof_images`. */
export const imageContents = table("image_contents", {
  imageId: plain(text("image_id").primaryKey()),
  content: personal(blob({ mode: "buffer" }).notNull(), apart("forgetUploads")),
});
