import type { ErrorCode } from "../../infra/errors.ts";
import type { ErrorHelp } from "./help.ts";

/** Help for setting up carriers, and for what carriers and drivers send: most of these stand in the `problem` of one report. */
export const carrierHelp = {
  Carriers: {
    carrier_code_taken: {
      meaning: "Another carrier of the same owner already has this `code` in this environment.",
      remedy: "Choose another code. The code of a deleted carrier is free again.",
    },
    secret_required: {
      meaning:
        "The change gives the carrier a new address. Waybill sends a stored secret only to the address that it was set for.",
      remedy:
        "Send the secrets in `errors` again, together with the address. Null for `signing_secret` makes a new one.",
    },
    production_credentials: {
      meaning:
        "The key is a production key of the carrier, and the sandbox must never buy a real delivery. Waybill stored nothing.",
      remedy:
        "Use the carrier's test key in the sandbox. Set the carrier up in `live` with the production key.",
    },
    secret_key_missing: {
      meaning:
        "This installation has no `WAYBILL_SECRET_KEY`, so it cannot encrypt the carrier's secrets. Live secrets are never stored in plain text.",
      remedy:
        "The operator sets `WAYBILL_SECRET_KEY` and restarts the server. Until then, set the carrier up in the sandbox.",
    },
    job_not_offered: {
      meaning:
        "The job is not offered to this driver: another driver has it or is asked, the time to answer is over, or the fleet moves it by hand. Nothing changed.",
      remedy: "Read `/driver/stops`. It lists what is offered to you, and what is yours.",
    },
    rush_hour_running: {
      meaning: "The sandbox plays one rush hour at a time for each account.",
      remedy: "Wait until `ends_at`, or end it with `DELETE /platform/sandbox/rush-hour`.",
    },
    stage_seed_taken: {
      meaning: "A stage with this seed is open in the instance. Two at once would have the same ids.",
      remedy:
        "Use another seed, or delete the stage that has it with `DELETE /platform/sandbox/stages/{accountId}`.",
    },
    driver_over_capacity: {
      meaning:
        "With this job the driver would have more assignments, or more weight, than the driver's capacity.",
      remedy: "Choose another driver, hand over one of this driver's jobs, or raise the driver's `capacity`.",
    },
    carrier_not_transferable: {
      meaning:
        "Only fleets become the installation's, and in the sandbox only while the account has no clock of its own.",
      remedy:
        "Set the carrier up again under *Operator → Carriers*. In the sandbox, reset the clock with `DELETE /platform/sandbox/clock`.",
    },
    carrier_in_use: {
      meaning: "Shipments are booked with this carrier, and their assignments have not ended.",
      remedy:
        "Pause the carrier, so that it gets no new shipments. Delete it when its assignments have ended.",
    },
  },
  Drivers: {
    driver_in_use: {
      meaning: "The driver has accepted assignments that have not ended.",
      remedy: "Assign them to another driver first, or wait until they have ended.",
    },
    off_duty: {
      meaning: "The position is of a time when the driver was off duty. Waybill did not store it.",
      remedy: "Put the driver on duty first: on the driver page, or with `PUT /driver/me/duty`.",
    },
  },
  "Reports of carriers": {
    assignment_not_found: {
      meaning:
        "The sender of the report has no assignment with this id: it is another carrier's or driver's. The report changed nothing.",
      remedy: "Send the `assignment_id` of the booking. Each environment has tokens of its own.",
    },
    report_id_reused: {
      meaning: "Waybill has another report of this assignment with the same id. The new one changed nothing.",
      remedy: "Use a new id for each new report. To repeat a report, send exactly the same content.",
    },
    image_unknown: {
      meaning:
        "The image was never uploaded by this carrier or its drivers, is older than 24 hours, or belongs to the shipments of another account.",
      remedy: "Upload the image again, then send the report with its new id.",
    },
    pin_wrong: {
      meaning:
        "The PIN is not the recipient's. Waybill counts the tries of a shipment. A report that is sent again counts once.",
      remedy: "Ask the recipient for the PIN. They have it from the sender. Then send a new report.",
    },
    pin_locked: {
      meaning:
        "Five wrong PINs were sent for the shipment. Waybill accepts no other, not even the right one.",
      remedy: "Report `undeliverable` with the reason `verification_failed`, or ask the sender what to do.",
    },
    cancellation_not_pending: {
      meaning:
        "`cancelled` and `cancellation_refused` answer a cancellation that the sender asked for. Here nobody waits for such an answer.",
      remedy:
        "Report `withdrawn` to give a job back before the pickup, or `undeliverable` after it. `cancellation_requested_at` of the job says whether the sender waits.",
    },
    assignment_ended: {
      meaning:
        "The booking is no longer yours to accept or reject. It was cancelled, took too long, or the goods are picked up.",
      remedy: "Read the assignment. If it was cancelled, do not send a driver.",
    },
  },
} as const satisfies Record<string, Partial<Record<ErrorCode, ErrorHelp>>>;
