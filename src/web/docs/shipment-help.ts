import type { ErrorCode } from "../../infra/errors.ts";
import type { ErrorHelp } from "./help.ts";

/** Help for the errors of shipments, quotes and assignments. */
export const shipmentHelp = {
  "Shipments, quotes and assignments": {
    transition_not_allowed: {
      meaning:
        "The shipment is in state `from` and cannot become `to`. `allowed` lists the states it can reach.",
      remedy:
        "Read the shipment again and decide. Two requests, or you and the carrier, may have acted at the same time.",
    },
    shipment_not_cancellable: {
      meaning: "The carrier has picked up the goods, or the shipment is finished.",
      remedy:
        "Contact the carrier. If nobody accepts the goods, `if_undeliverable` decides what happens to them.",
    },
    carrier_refused_cancellation: {
      meaning: "The carrier must agree to this cancellation, and it refused. The shipment is unchanged.",
      remedy: "`detail` gives the carrier's reason. Contact the carrier, or try again later.",
    },
    tracking_link_ended: {
      meaning:
        "The sender ended the link to the recipient's page, or the delivery is over for longer than links last: 30 days, or as the operator sets.",
      remedy:
        "The sender creates a new link with `POST /platform/shipments/{id}/tracking-link` and passes it on.",
    },
    pin_not_shown: {
      meaning:
        "The tracking link shows a PIN only while the shipment requires one, a carrier has it, and you gave the recipient's phone number.",
      remedy: "Recipients ask the sender, who reads it with `GET /platform/shipments/{id}/pin`.",
    },
    proof_not_shown: {
      meaning:
        "The tracking link shows a proof only once there is one, and if you gave the recipient's phone number.",
      remedy: "Recipients ask the sender, who finds the proof with `GET /platform/tracking/{shipment_id}`.",
    },
    digits_wrong: {
      meaning: "These are not the last four digits of the recipient's phone number. The try was counted.",
      remedy:
        "`tries_left` says how many tries are left. After the last one, PIN and proof are locked for your network for 24 hours.",
    },
    digits_locked: {
      meaning:
        "After five wrong tries from your network, the tracking link gives you neither PIN nor proof for 24 hours.",
      remedy:
        "Try again after as many seconds as `Retry-After` says. The sender can read the PIN with `GET /platform/shipments/{id}/pin` at any time.",
    },
    shipment_not_delivered: {
      meaning:
        "Recipients rate what they received: a shipment that is not delivered, or was redacted, has no rating.",
      remedy: "Send the rating once the public tracking has the status `delivered`.",
    },
    shipment_not_editable: {
      meaning:
        "Windows and addresses can be changed until a quote is accepted. Contacts and instructions can be changed until the goods are delivered or on their way back. Nothing of a redacted shipment can be changed.",
      remedy:
        "`shipment_status` gives the current state. You can change `reference` and `metadata` until the shipment is redacted.",
    },
    shipment_not_final: {
      meaning: "Personal data can be erased once a shipment is delivered, cancelled, failed or returned.",
      remedy: "`shipment_status` gives the current state. Cancel the shipment first, or wait for its end.",
    },
    shipment_not_returnable: {
      meaning:
        "Goods can be returned once they are delivered. Before that, cancel the shipment, or the carrier brings back what it cannot deliver. A redacted shipment has no addresses left.",
      remedy:
        "`shipment_status` gives the current state. Wait for the delivery, or create a shipment instead.",
    },
    return_open: {
      meaning:
        "A shipment can have one open return at a time, and what a return brings back was delivered. Its last return has not ended.",
      remedy:
        "Use the return that `return_shipment_id` names. To start another one, or to correct the state, cancel it first. Request quotes again for one that expired.",
    },
    not_own_fleet: {
      meaning:
        "Only the owner of a fleet corrects a state or adds a charge. Another carrier has this shipment, or none has.",
      remedy:
        "`detail` names the carrier. Of the installation's fleets, ask the operator. Other carriers report themselves.",
    },
    shipment_redacted: {
      meaning: "The personal data of the shipment was erased, so nobody can check what happened.",
      remedy: "Leave it as it is. Charges tell what it cost.",
    },
    correction_too_late: {
      meaning: "A state can be corrected until 14 days after the shipment's end.",
      remedy: "`ended_at` gives the end. A discount can lower the price until 60 days after it.",
    },
    charge_too_late: {
      meaning: "A charge can be added until 60 days after the shipment's end.",
      remedy: "`ended_at` gives the end. Settle it outside of Waybill.",
    },
    charge_unagreed: {
      meaning:
        "An account decides how much the installation's fleets may charge it later, in percent of the price.",
      remedy:
        "Charge less, or ask the account to raise `later_charges_percent` with `PATCH /platform/account`. A discount is always possible.",
    },
    driver_missing: {
      meaning:
        "In a state that is not final somebody must have the goods. The driver who had them was deleted, or another one has taken over.",
      remedy: "Correct the shipment to `delivered`, `returned` or `failed`.",
    },
    live_shipments_open: {
      meaning: "An account cannot be deleted while somebody may deliver one of its live shipments.",
      remedy:
        "`open_shipments` gives their number. Cancel those that are not picked up, wait for the others, then try again.",
    },
    account_not_deletable: {
      meaning: "This is the account of the operator, without whom nobody could run the installation.",
      remedy: "To end the installation, stop the server and delete its data folder.",
    },
    shipment_already_assigned: {
      meaning:
        "A quote for this shipment was already accepted. Only one of several simultaneous requests can win.",
      remedy:
        "Read the shipment's assignment. To choose another quote, release the assignment before pickup.",
    },
    quote_expired: {
      meaning: "The quote's `expires_at` has passed. Most quotes are valid for 15 minutes.",
      remedy: "Request new quotes with `POST /platform/shipments/{id}/quotes` and accept one of them.",
    },
    quote_not_open: {
      meaning: "The quote was declined, withdrawn, or replaced by a newer one. `detail` gives its status.",
      remedy: "Read the shipment's quotes and accept one with status `open`.",
    },
    label_not_ready: {
      meaning:
        "There is nothing to print yet: the shipment has no carrier, or its carrier makes the label itself and Waybill does not have it yet.",
      remedy:
        "Accept a quote, then fetch the label. With a `Retry-After` header, wait that long and fetch it again, or wait until `label_status` is `ready`. A cancelled shipment has none.",
    },
    label_format_unavailable: {
      meaning: "The carrier made this label itself, in one format. Waybill serves it as it is.",
      remedy: "Leave `format` out, or send the format that `available_format` names.",
    },
    no_open_quotes: {
      meaning: "A strategy picks from the open quotes, and there are none.",
      remedy:
        "Request new quotes. If there are none either, `unavailable` gives the reason for each carrier.",
    },
    proof_required: {
      meaning:
        "A carrier reported a delivery without the required proof of delivery. Only carriers get this error.",
      remedy: "Report the delivery again with the signature, photo, PIN or age check named in `detail`.",
    },
  },
} as const satisfies Record<string, Partial<Record<ErrorCode, ErrorHelp>>>;
