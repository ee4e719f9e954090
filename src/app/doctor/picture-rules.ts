import * as find from "./finders.ts";
import { fromBackup, isRedacting, type Rule, report, rows } from "./rule.ts";

/** Rules about pictures of proofs. */
export const pictureRules: readonly Rule[] = [
  rows("images", "shipments whose proof names a picture that is missing", {
    find: find.rowsThat(
      "proofs_of_delivery",
      `NOT ${isRedacting("proofs_of_delivery.shipment_id")} AND EXISTS (
      SELECT 1 FROM (SELECT document ->> '$.signature.name' AS name
        UNION ALL SELECT value ->> '$.name' FROM json_each(document, '$.photos')) AS named
      WHERE named.name IS NOT NULL AND NOT EXISTS (SELECT 1 FROM proof_images
        WHERE proof_images.shipment_id = proofs_of_delivery.shipment_id AND proof_images.name = named.name))`,
      "shipment_id",
    ),
    remedy: fromBackup,
  }),
  rows("images", "pictures without a proof", {
    find: find.rowsThat(
      "proof_images",
      `NOT ${isRedacting("proof_images.shipment_id")} AND NOT EXISTS (
      SELECT 1 FROM proofs_of_delivery WHERE proofs_of_delivery.shipment_id = proof_images.shipment_id)
      AND NOT EXISTS (SELECT 1 FROM shipment_entries
        WHERE shipment_entries.shipment_id = proof_images.shipment_id AND evidence IS NOT NULL)`,
      "shipment_id",
    ),
    state: "warning",
    remedy: report,
  }),
  rows("images", "bytes of pictures that neither an upload nor a proof names", {
    find: find.rowsThat(
      "image_contents",
      `NOT EXISTS (SELECT 1 FROM images WHERE images.id = image_id)
      AND NOT EXISTS (SELECT 1 FROM proof_images WHERE upload_id = image_id)`,
      "image_id",
    ),
    state: "warning",
    remedy: report,
  }),
  rows("images", "shipments whose timeline names a picture that is missing", {
    find: find.rowsThat(
      "shipments",
      `NOT ${isRedacting("shipments.id")} AND EXISTS (
      SELECT 1 FROM (SELECT evidence ->> '$.proof.signature.name' AS name
          FROM shipment_entries WHERE shipment_id = shipments.id AND evidence IS NOT NULL
        UNION ALL SELECT value ->> '$.name' FROM shipment_entries, json_each(evidence, '$.photos')
          WHERE shipment_id = shipments.id AND evidence IS NOT NULL) AS named
      WHERE named.name IS NOT NULL AND NOT EXISTS (SELECT 1 FROM proof_images
        WHERE proof_images.shipment_id = shipments.id AND proof_images.name = named.name))`,
    ),
    remedy: fromBackup,
  }),
];
