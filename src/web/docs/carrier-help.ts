import type { ErrorCode } from "../../infra/errors.ts";
import type { ErrorHelp } from "./help.ts";

/** Help for what carriers and drivers send: most of these stand in the `problem` of one report. */
export const carrierHelp = {
  "Reports of carriers": {
    assignment_not_found: {
      meaning: "The carrier of the token has no assignment with this id. The report changed nothing.",
      remedy: "Send the `assignment_id` of the booking. Each environment has tokens of its own.",
    },
    report_id_reused: {
      meaning: "Waybill has another report of this assignment with the same id. The new one changed nothing.",
      remedy: "Use a new id for each new report. To repeat a report, send exactly the same content.",
    },
    image_unknown: {
      meaning:
        "The image was never uploaded with this carrier's tokens, is older than 24 hours, or belongs to the shipments of another account.",
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
    assignment_ended: {
      meaning:
        "The booking is no longer yours to accept or reject. It was cancelled, took too long, or the goods are picked up.",
      remedy: "Read the assignment. If it was cancelled, do not send a driver.",
    },
  },
} as const satisfies Record<string, Partial<Record<ErrorCode, ErrorHelp>>>;
