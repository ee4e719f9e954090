import { erasedData } from "./erasures.ts";
import * as find from "./finders.ts";
import { pictureRules } from "./picture-rules.ts";
import { fromBackup, isRedacting, type Rule, report, rows, sums } from "./rule.ts";

/** Every rule about rows. One more is one more entry. */

const invoices =
  "Compare them with the carrier's invoice; charges never change, so restore a backup that has them right.";

export const rules: readonly Rule[] = [
  rows("sequences", "shipments whose events are not numbered from 1 without a gap", {
    find: find.rowsThat(
      "shipments",
      `NOT EXISTS (SELECT 1 FROM (SELECT count(*) AS total, min(sequence) AS first, max(sequence) AS last
      FROM events WHERE shipment_id = shipments.id AND sequence IS NOT NULL)
      WHERE total = event_count AND first = 1 AND last = event_count)`,
    ),
    remedy: fromBackup,
  }),
  rows("sequences", "shipments whose timeline is not numbered from 1 without a gap", {
    find: find.rowsThat(
      "shipments",
      `NOT EXISTS (SELECT 1 FROM (SELECT count(*) AS total, min(sequence) AS first, max(sequence) AS last
      FROM shipment_entries WHERE shipment_id = shipments.id) WHERE total = last AND first = 1)`,
    ),
    remedy: fromBackup,
  }),
  rows("sequences", "events after the last position that was given out", {
    find: find.rowsThat("events", "position > (SELECT seq FROM sqlite_sequence WHERE name = 'events')"),
    remedy: fromBackup,
  }),
  rows("assignments", "shipments whose assignment is missing", {
    find: find.rowsThat(
      "shipments",
      `assignment_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM assignments WHERE assignments.id = assignment_id AND assignments.shipment_id = shipments.id)`,
    ),
    remedy: fromBackup,
  }),
  rows("attention", "shipments whose mark of attention differs from its list", {
    find: find.rowsThat(
      "shipments",
      "needs_attention <> EXISTS (SELECT 1 FROM attention_items WHERE attention_items.shipment_id = shipments.id)",
    ),
    state: "warning",
    remedy: report,
  }),
  rows("deliveries", "webhook deliveries that are delivered without a time, or the reverse", {
    find: find.rowsThat("webhook_deliveries", "(status = 'delivered') <> (delivered_at IS NOT NULL)"),
    remedy: "Send them again from the endpoint's page: their receiver may not have them.",
  }),
  rows("deliveries", "webhook deliveries with more attempts than they count", {
    find: find.rowsThat(
      "webhook_deliveries",
      "attempt_count < (SELECT count(*) FROM webhook_attempts WHERE delivery_id = webhook_deliveries.id)",
    ),
    remedy: report,
  }),
  rows("charges", "adjustments that differ from the charge they reverse", {
    find: find.rowsThat(
      "charges",
      `reverses IS NOT NULL AND NOT EXISTS (SELECT 1 FROM charges AS reversed WHERE reversed.id = charges.reverses
      AND reversed.amount = -charges.amount
      AND ifnull(reversed.cost, reversed.amount) = -ifnull(charges.cost, charges.amount) AND reversed.currency = charges.currency
      AND reversed.account_id = charges.account_id AND reversed.assignment_id = charges.assignment_id)`,
    ),
    remedy: invoices,
  }),
  rows("charges", "charges that differ from the price of their assignment", {
    find: find.rowsThat(
      "charges",
      `kind = 'delivery' AND NOT EXISTS (SELECT 1 FROM assignments WHERE assignments.id = assignment_id
      AND assignments.amount = charges.amount
      AND ifnull(assignments.cost, assignments.amount) = ifnull(charges.cost, charges.amount) AND assignments.currency = charges.currency)`,
    ),
    remedy: invoices,
  }),
  rows("charges", "cancellation fees above the price of their delivery", {
    find: find.rowsThat(
      "charges",
      `kind = 'cancellation' AND NOT EXISTS (SELECT 1 FROM charges AS delivery
      WHERE delivery.assignment_id = charges.assignment_id AND delivery.kind = 'delivery'
      AND delivery.currency = charges.currency AND delivery.amount >= charges.amount)`,
    ),
    remedy: invoices,
  }),
  ...pictureRules,
  rows("redactions", "redacted shipments with events that still hold personal data", {
    find: find.rowsThat(
      "shipments",
      `redacted_at IS NOT NULL AND NOT ${isRedacting("shipments.id")} AND EXISTS (
      SELECT 1 FROM events WHERE events.shipment_id = shipments.id AND is_redacted = 0 AND type <> 'shipment.redacted'
      AND created_at < redacted_at)`,
    ),
    remedy: report,
  }),
  sums(
    "charges",
    (all) => `The charges of ${all} sum up to what their events say.`,
    "the sum of the charges differs from what their events say",
    {
      // Events of charges say what every charge said when it was made.
      find: find.accountsWithout(
        "charges",
        `SELECT
      (SELECT count(*) || ' ' || ifnull(sum(amount), 0) FROM charges WHERE account_id = @account) =
      (SELECT count(*) || ' ' || ifnull(sum(body ->> '$.data.charge.amount.amount'), 0) FROM events
        WHERE account_id = @account AND type = 'charge.created' AND sample = 0)`,
      ),
      remedy: "Compare the charges with the carriers' invoices; restore a backup that has them right.",
    },
  ),
  sums(
    "statements",
    (all) => `The statements of ${all} sum up to what their charges say.`,
    "the totals of the statements differ from the charges",
    {
      find: find.accountsWithout(
        "charges",
        `SELECT
      (SELECT count(*) || ' ' || ifnull(sum(amount), 0) || ' ' || ifnull(sum(ifnull(cost, amount)), 0) FROM charges
        WHERE account_id = @account AND billed_by = 'installation') =
      (SELECT ifnull(sum(charges), 0) || ' ' || ifnull(sum(amount), 0) || ' ' || ifnull(sum(cost), 0)
        FROM statement_totals WHERE account_id = @account)`,
      ),
      remedy: "Bill what the lines of the statements say, and restore a backup that has the totals right.",
    },
  ),
  sums(
    "storage",
    (all) => `The storage of ${all} is counted right.`,
    "the counted storage differs from the stored rows",
    {
      find: find.accountsWithout(
        "storage_use",
        `SELECT
      (SELECT ifnull(sum(bytes), 0) FROM stored_rows WHERE account_id = @account) =
      ifnull((SELECT bytes FROM storage_use WHERE account_id = @account), 0)`,
      ),
      state: "warning",
      remedy: "Only the storage quota depends on it. Please report it: this should not happen.",
    },
  ),
  {
    check: "proof_chains",
    about: "proofs",
    find: find.changedShipments,
    noun: "shipment",
    fine: (all) => `The history of ${all} verifies.`,
    broken: (some) => `${some}: somebody or something changed the history.`,
    remedy: "Compare it with a proof file that you saved, or with a backup; keep the database as evidence.",
  },
  {
    check: "audit_chains",
    about: "audit log",
    database: "accounts",
    find: find.changedAudit,
    noun: "account",
    fine: (all) => `The audit log of ${all} verifies.`,
    broken: (some) => `${some}: somebody or something changed the audit log.`,
    remedy:
      "Compare it with a hash of `waybill audit verify` that you saved, or with a backup; keep the database as evidence.",
  },
  {
    check: "accounts",
    about: "accounts",
    find: find.missingAccounts,
    noun: "account",
    fine: (all) => `All ${all} that rows name exist.`,
    broken: (some, name) =>
      `${some} that rows name ${some.startsWith("1 ") ? "is" : "are"} missing: accounts.db is older than ${name}.db.`,
    remedy:
      "Restore all databases from one backup. With databases of different moments, nobody can reach these rows.",
  },
  {
    check: "carriers",
    about: "accounts",
    find: find.missingCarriers,
    noun: "token",
    fine: () => "Every token and device belongs to a carrier and a driver.",
    broken: (some, name) =>
      `${some} or devices of missing carriers or drivers: ${name}.db is older than accounts.db.`,
    state: "warning",
    remedy: "Restore all databases from one backup, or create them again. The tokens reach nothing.",
  },
  {
    check: "erasures",
    about: erasedData,
    database: "accounts",
    find: find.returnedPeople,
    noun: "deletion",
    fine: () => "No deleted account and nobody who was removed has come back.",
    broken: (some) => `${some} did not last: deleted accounts or people have come back.`,
    remedy: "Waybill deletes them again, people once their account has another owner.",
  },
  {
    check: "erasures",
    about: erasedData,
    find: find.returnedShipments,
    noun: "shipment",
    fine: () => "No erased personal data has come back.",
    broken: (some) => `The personal data of ${some} was erased and has come back.`,
    remedy: "Waybill repeats what a restore listed, once the shipments have ended. Redact all others again.",
  },
];
