import { type ErrorTopic, errorTopics } from "../../infra/error-catalog/entry.ts";
import { errorCatalog } from "../../infra/error-catalog.ts";
import { type ErrorCode, type ProblemDocument, problemDocument } from "../../infra/errors.ts";

const requestId = "req_01m7x5rdwme1ct34p92xd7wpnk";

/**
 * Errors that the page shows right after another one, because readers need them together. The others keep the order
 * of the catalog.
 */
const related: Partial<Record<ErrorCode, ErrorCode[]>> = {
  device_required: ["positions_only", "driver_link_refused"],
  authentication_throttled: ["ambiguous_credentials", "environment_required", "environment_not_allowed"],
  sign_in_failed: ["password_reset_refused", "mail_throttled"],
  second_factor_failed: ["second_factor_active", "second_factor_missing"],
  invitation_refused: ["operator_not_removable", "last_owner"],
  email_verification_refused: [
    "email_verification_throttled",
    "mail_unavailable",
    "email_taken",
    "cross_origin_refused",
  ],
  body_too_large: ["shipment_too_large", "coordinates_contradict_address"],
  body_unparsable: ["validation_failed"],
  transition_not_allowed: [
    "shipment_not_cancellable",
    "shipment_not_recallable",
    "recall_not_pending",
    "carrier_refused_cancellation",
    "tracking_link_ended",
    "pin_not_shown",
    "proof_not_shown",
    "digits_wrong",
    "digits_locked",
    "shipment_not_delivered",
  ],
  shipment_not_returnable: ["return_open"],
  no_open_quotes: ["proof_required"],
  carrier_code_taken: ["secret_required", "production_credentials", "secret_key_missing"],
  job_not_offered: ["rush_hour_running"],
  image_unknown: ["pin_wrong", "pin_locked", "cancellation_not_pending"],
  alarms_not_set_up: ["backups_not_set_up", "backup_running"],
  too_many_secrets: ["key_revoked", "key_replaced"],
  busy: ["storage_full", "storage_unavailable"],
};

/** Every error by topic, as the page of errors shows them. */
export function listTopics(): { title: string; codes: ErrorCode[] }[] {
  const codes = Object.keys(errorCatalog) as ErrorCode[];
  const led = new Set(Object.values(related).flat());
  return (Object.keys(errorTopics) as ErrorTopic[]).map((topic) => ({
    title: errorTopics[topic],
    codes: codes
      .filter((code) => errorCatalog[code].topic === topic && !led.has(code))
      .flatMap((code) => [code, ...(related[code] ?? [])]),
  }));
}

/** The problem document of an error, as this installation sends it. */
export function exampleProblem(code: ErrorCode, publicUrl: string): ProblemDocument {
  return problemDocument(code, errorCatalog[code].example ?? {}, { publicUrl, requestId });
}
