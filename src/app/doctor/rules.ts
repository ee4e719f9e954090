import type { FindingState } from "../../infra/backups/diagnosis.ts";

/** What holds for the rows of an environment's database, whatever clients, carriers and a `kill -9` do. */

export interface Rule {
  readonly check: string;
  /** The table whose rows are examined, in steps of its rowid. */
  readonly table: string;
  /** SQL: names a row. */
  readonly id: string;
  /** SQL: true for a row that breaks the rule. */
  readonly breaks: string;
  /** What such rows are, after their number: `shipments whose events have a gap`. */
  readonly rows: string;
  readonly state: Exclude<FindingState, "ok">;
  readonly remedy: string;
}

/** Rows that a redaction is still rewriting. */
const isRedacting = (shipmentId: string) =>
  `EXISTS (SELECT 1 FROM redactions WHERE redactions.shipment_id = ${shipmentId})`;

const fromBackup =
  "Restore the newest backup that does not have this error, or keep the rows and repair what depends on them.";
const report = "Waybill works on. Please report it: this should not happen.";

export const rules: readonly Rule[] = [
  {
    check: "sequences",
    table: "shipments",
    id: "id",
    breaks: `NOT EXISTS (SELECT 1 FROM (SELECT count(*) AS total, min(sequence) AS first, max(sequence) AS last
      FROM events WHERE shipment_id = shipments.id AND sequence IS NOT NULL)
      WHERE total = event_count AND first = 1 AND last = event_count)`,
    rows: "shipments whose events are not numbered from 1 without a gap",
    state: "error",
    remedy: fromBackup,
  },
  {
    check: "sequences",
    table: "shipments",
    id: "id",
    breaks: `NOT EXISTS (SELECT 1 FROM (SELECT count(*) AS total, min(sequence) AS first, max(sequence) AS last
      FROM shipment_entries WHERE shipment_id = shipments.id) WHERE total = last AND first = 1)`,
    rows: "shipments whose timeline is not numbered from 1 without a gap",
    state: "error",
    remedy: fromBackup,
  },
  {
    check: "sequences",
    table: "events",
    id: "id",
    breaks: "position > (SELECT seq FROM sqlite_sequence WHERE name = 'events')",
    rows: "events after the last position that was given out",
    state: "error",
    remedy: fromBackup,
  },
  {
    check: "assignments",
    table: "shipments",
    id: "id",
    breaks: `assignment_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM assignments WHERE assignments.id = assignment_id AND assignments.shipment_id = shipments.id)`,
    rows: "shipments whose assignment is missing",
    state: "error",
    remedy: fromBackup,
  },
  {
    check: "attention",
    table: "shipments",
    id: "id",
    breaks:
      "needs_attention <> EXISTS (SELECT 1 FROM attention_items WHERE attention_items.shipment_id = shipments.id)",
    rows: "shipments whose mark of attention differs from its list",
    state: "warning",
    remedy: report,
  },
  {
    check: "deliveries",
    table: "webhook_deliveries",
    id: "id",
    breaks: "(status = 'delivered') <> (delivered_at IS NOT NULL)",
    rows: "webhook deliveries that are delivered without a time, or the reverse",
    state: "error",
    remedy: "Send them again from the endpoint's page: their receiver may not have them.",
  },
  {
    check: "deliveries",
    table: "webhook_deliveries",
    id: "id",
    breaks:
      "attempt_count < (SELECT count(*) FROM webhook_attempts WHERE delivery_id = webhook_deliveries.id)",
    rows: "webhook deliveries with more attempts than they count",
    state: "error",
    remedy: report,
  },
  {
    check: "charges",
    table: "charges",
    id: "id",
    breaks: `kind = 'adjustment' AND NOT EXISTS (SELECT 1 FROM charges AS reversed WHERE reversed.id = charges.reverses
      AND reversed.amount = -charges.amount
      AND ifnull(reversed.cost, reversed.amount) = -ifnull(charges.cost, charges.amount) AND reversed.currency = charges.currency
      AND reversed.account_id = charges.account_id AND reversed.assignment_id = charges.assignment_id)`,
    rows: "adjustments that differ from the charge they reverse",
    state: "error",
    remedy:
      "Compare them with the carrier's invoice; charges never change, so restore a backup that has them right.",
  },
  {
    check: "charges",
    table: "charges",
    id: "id",
    breaks: `kind = 'delivery' AND NOT EXISTS (SELECT 1 FROM assignments WHERE assignments.id = assignment_id
      AND assignments.amount = charges.amount
      AND ifnull(assignments.cost, assignments.amount) = ifnull(charges.cost, charges.amount) AND assignments.currency = charges.currency)`,
    rows: "charges that differ from the price of their assignment",
    state: "error",
    remedy:
      "Compare them with the carrier's invoice; charges never change, so restore a backup that has them right.",
  },
  {
    check: "charges",
    table: "charges",
    id: "id",
    breaks: `kind = 'cancellation' AND NOT EXISTS (SELECT 1 FROM charges AS delivery
      WHERE delivery.assignment_id = charges.assignment_id AND delivery.kind = 'delivery'
      AND delivery.currency = charges.currency AND delivery.amount >= charges.amount)`,
    rows: "cancellation fees above the price of their delivery",
    state: "error",
    remedy:
      "Compare them with the carrier's invoice; charges never change, so restore a backup that has them right.",
  },
  {
    check: "images",
    table: "proofs_of_delivery",
    id: "shipment_id",
    breaks: `NOT ${isRedacting("proofs_of_delivery.shipment_id")} AND EXISTS (
      SELECT 1 FROM (SELECT document ->> '$.signature.name' AS name
        UNION ALL SELECT value ->> '$.name' FROM json_each(document, '$.photos')) AS named
      WHERE named.name IS NOT NULL AND NOT EXISTS (SELECT 1 FROM proof_images
        WHERE proof_images.shipment_id = proofs_of_delivery.shipment_id AND proof_images.name = named.name))`,
    rows: "shipments whose proof names a picture that is missing",
    state: "error",
    remedy: fromBackup,
  },
  {
    check: "images",
    table: "proof_images",
    id: "shipment_id",
    breaks: `NOT ${isRedacting("proof_images.shipment_id")} AND NOT EXISTS (
      SELECT 1 FROM proofs_of_delivery WHERE proofs_of_delivery.shipment_id = proof_images.shipment_id)
      AND NOT EXISTS (SELECT 1 FROM shipment_entries
        WHERE shipment_entries.shipment_id = proof_images.shipment_id AND evidence IS NOT NULL)`,
    rows: "pictures without a proof",
    state: "warning",
    remedy: report,
  },
  {
    check: "images",
    table: "shipments",
    id: "id",
    breaks: `NOT ${isRedacting("shipments.id")} AND EXISTS (
      SELECT 1 FROM (SELECT evidence ->> '$.proof.signature.name' AS name
          FROM shipment_entries WHERE shipment_id = shipments.id AND evidence IS NOT NULL
        UNION ALL SELECT value ->> '$.name' FROM shipment_entries, json_each(evidence, '$.photos')
          WHERE shipment_id = shipments.id AND evidence IS NOT NULL) AS named
      WHERE named.name IS NOT NULL AND NOT EXISTS (SELECT 1 FROM proof_images
        WHERE proof_images.shipment_id = shipments.id AND proof_images.name = named.name))`,
    rows: "shipments whose timeline names a picture that is missing",
    state: "error",
    remedy: fromBackup,
  },
  {
    check: "redactions",
    table: "shipments",
    id: "id",
    breaks: `redacted_at IS NOT NULL AND NOT ${isRedacting("shipments.id")} AND EXISTS (
      SELECT 1 FROM events WHERE events.shipment_id = shipments.id AND is_redacted = 0 AND type <> 'shipment.redacted'
      AND created_at < redacted_at)`,
    rows: "redacted shipments with events that still hold personal data",
    state: "error",
    remedy: report,
  },
];
