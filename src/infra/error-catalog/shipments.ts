import { error } from "./entry.ts";

/** What the object of a request is, and what may be done to a shipment now. */
export const shipmentErrors = {
  not_found: error("objects", 404, "No such object", {
    detail: "Check the id. A key sees only the objects of its own account and environment.",
    meaning:
      "There is no such object in this account and environment. It never existed, was deleted, or belongs to somebody else.",
    remedy:
      "Check the id and its prefix. A sandbox key sees only sandbox objects, a live key only live ones.",
  }),
  geocoder_missing: error("shipments", 409, "No geocoder is set up", {
    detail: "Send coordinates, or ask the operator for a geocoder.",
    meaning:
      "The operator has set up no geocoder, or not for the sandbox. Waybill finds the towns of addresses, and no streets.",
    remedy: 'Send `latitude` and `longitude`. The operator reads the guide "Street addresses".',
  }),
  tracking_link_ended: error("shipments", 410, "The tracking link has ended", {
    detail: "Ask the sender for a new link.",
    meaning:
      "The sender ended the link to the recipient's page, or the delivery is over for longer than links last: 30 days, or as the operator sets.",
    remedy:
      "The sender creates a new link with `POST /platform/shipments/{id}/tracking-link` and passes it on.",
  }),
  pin_not_shown: error("shipments", 409, "This link does not show a PIN", {
    detail: "Ask the sender for the PIN.",
    meaning:
      "The tracking link shows a PIN only while the shipment requires one, a carrier has it, and you gave the recipient's phone number.",
    remedy: "Recipients ask the sender, who reads it with `GET /platform/shipments/{id}/pin`.",
  }),
  proof_not_shown: error("shipments", 409, "This link does not show the proof", {
    detail: "Ask the sender for the proof of delivery.",
    meaning:
      "The tracking link shows a proof only once there is one, and if you gave the recipient's phone number.",
    remedy: "Recipients ask the sender, who finds the proof with `GET /platform/tracking/{shipment_id}`.",
  }),
  digits_wrong: error("shipments", 403, "The last digits are wrong", {
    meaning: "These are not the last four digits of the recipient's phone number. The try was counted.",
    remedy:
      "`tries_left` says how many tries are left. After the last one, PIN and proof are locked for your network for 24 hours.",
    example: { detail: "Tries left: 4.", members: { tries_left: 4 } },
  }),
  digits_locked: error("shipments", 429, "Too many wrong digits", {
    detail: "Wait for the time in Retry-After, or ask the sender for the PIN.",
    meaning:
      "After five wrong tries from your network, the tracking link gives you neither PIN nor proof for 24 hours.",
    remedy:
      "Try again after as many seconds as `Retry-After` says. The sender can read the PIN with `GET /platform/shipments/{id}/pin` at any time.",
  }),
  shipment_not_delivered: error("shipments", 409, "The shipment was not delivered", {
    detail: "Rate it once it is delivered. What is failed, returned or erased cannot be rated.",
    meaning:
      "Recipients rate what they received: a shipment that is not delivered, or was redacted, has no rating.",
    remedy: "Send the rating once the public tracking has the status `delivered`.",
  }),
  precondition_failed: error("objects", 412, "The object changed since you read it", {
    detail: "Read it again, then repeat the change with its new ETag.",
    meaning:
      "`If-Match` names an older version: somebody changed the object since you read it. Your change was not made.",
    remedy: "Read the object again, apply your change to it and send the new `ETag`.",
  }),
  transition_not_allowed: error("shipments", 409, "Not allowed in the shipment's current state", {
    meaning:
      "The shipment is in state `from` and cannot become `to`. `allowed` lists the states it can reach.",
    remedy:
      "Read the shipment again and decide. Two requests, or you and the carrier, may have acted at the same time.",
    example: {
      detail: "The client cannot change a shipment from delivered to assigned.",
      members: { from: "delivered", to: "assigned", allowed: [] },
    },
  }),
  carrier_refused_cancellation: error("shipments", 409, "The carrier refused the cancellation", {
    meaning: "The carrier must agree to this cancellation, and it refused. The shipment is unchanged.",
    remedy: "`detail` gives the carrier's reason. Contact the carrier, or try again later.",
    example: { detail: "The driver is at the pickup.", members: { reason_code: "other" } },
  }),
  shipment_not_cancellable: error("shipments", 409, "The shipment can no longer be cancelled", {
    meaning: "The carrier has picked up the goods, or the shipment is finished.",
    remedy:
      "Contact the carrier. If nobody accepts the goods, `if_undeliverable` decides what happens to them.",
    example: {
      detail: "The shipment is delivered. Only a shipment that is not picked up yet can be cancelled.",
      members: { shipment_status: "delivered" },
    },
  }),
  shipment_not_editable: error("shipments", 409, "These fields can no longer be changed", {
    meaning:
      "Windows and addresses can be changed until a quote is accepted, and of your own fleets until the stop is made. Contacts and instructions can be changed until the goods are delivered or on their way back. Nothing of a redacted shipment can be changed.",
    remedy:
      "`shipment_status` gives the current state. You can change `reference` and `metadata` until the shipment is redacted.",
    example: {
      detail: "The shipment is delivered, so its contacts and instructions cannot be changed.",
      members: { shipment_status: "delivered" },
    },
  }),
  redaction_grew: error("shipments", 409, "More shipments would be erased than shown", {
    meaning:
      "Erasing a person erases their ended shipments. There are more of them by now than the request says, so nothing was erased.",
    remedy: "`shipments` gives the number. Show it to whoever decides, and send it.",
    example: {
      detail:
        "There are 2 ended shipments of this phone number or email address, and not 1. Nothing was erased.",
      members: { shipments: 2 },
    },
  }),
  shipment_not_final: error("shipments", 409, "The shipment has not ended", {
    meaning: "Personal data can be erased once a shipment is delivered, cancelled, failed or returned.",
    remedy: "`shipment_status` gives the current state. Cancel the shipment first, or wait for its end.",
    example: {
      detail:
        "The shipment is in_transit. Only a delivered, cancelled, failed or returned shipment can be redacted.",
      members: { shipment_status: "in_transit" },
    },
  }),
  shipment_not_returnable: error("shipments", 409, "The shipment cannot be returned", {
    meaning:
      "Goods can be returned once they are delivered. Before that, cancel the shipment, or the carrier brings back what it cannot deliver. A redacted shipment has no addresses left.",
    remedy: "`shipment_status` gives the current state. Wait for the delivery, or create a shipment instead.",
    example: {
      detail: "The shipment is assigned. Only a delivered shipment can be returned.",
      members: { shipment_status: "assigned" },
    },
  }),
  not_own_fleet: error("shipments", 409, "Your own fleet does not have the shipment", {
    meaning:
      "Only the owner of a fleet corrects a state, moves a promise or adds a charge. Another carrier has this shipment, or none has.",
    remedy:
      "`detail` names the carrier. Of the installation's fleets, ask the operator. Other carriers report themselves.",
    example: { detail: "No quote is accepted, so no fleet has the shipment." },
  }),
  shipment_redacted: error("shipments", 409, "The shipment's personal data was erased", {
    detail: "Nobody can check any more what happened, so its state stays as it is.",
    meaning: "The personal data of the shipment was erased, so nobody can check what happened.",
    remedy: "Leave it as it is. Charges tell what it cost.",
  }),
  correction_too_late: error("shipments", 409, "It is too late for a correction", {
    meaning: "A state can be corrected until 14 days after the shipment's end.",
    remedy: "`ended_at` gives the end. A discount can lower the price until 60 days after it.",
    example: {
      detail: "It ended more than 14 days ago. What it cost can still be changed for some weeks.",
      members: { ended_at: "2026-01-31T10:08:00.000Z" },
    },
  }),
  charge_too_late: error("shipments", 409, "It is too late for a charge", {
    meaning: "A charge can be added until 60 days after the shipment's end.",
    remedy: "`ended_at` gives the end. Settle it outside of Waybill.",
    example: { detail: "It ended more than 60 days ago.", members: { ended_at: "2026-01-31T10:08:00.000Z" } },
  }),
  charge_unagreed: error("shipments", 409, "The account did not agree to this charge", {
    meaning:
      "An account decides how much the installation's carriers may charge it later, in percent of the price.",
    remedy:
      "Charge less, or ask the account to raise `later_charges_percent` with `PATCH /platform/account`. A discount is always possible.",
    example: {
      detail:
        "The account agreed to 0 percent of the price for later charges. 0 of it are left, in minor units.",
      members: { later_charges_percent: 0 },
    },
  }),
  price_unknown: error("shipments", 409, "The rate card gives no price", {
    meaning:
      "You asked for another price, and the rate card of your fleet has none for the shipment as it is, or as you would change it.",
    remedy: "Send the change without `reprice`: the price stays. Add a charge or a discount by hand.",
    example: { detail: "The delivery address is outside the service's zones." },
  }),
  driver_missing: error("shipments", 409, "No driver has the goods any more", {
    meaning:
      "In a state that is not final somebody must have the goods. The driver who had them was deleted, or another one has taken over.",
    remedy: "Correct the shipment to `delivered`, `returned` or `failed`.",
    example: { detail: "The simulated driver's trip is over. Correct it to a final state." },
  }),
  return_open: error("shipments", 409, "The shipment has an open return", {
    meaning:
      "A shipment can have one open return at a time, and what a return brings back was delivered. Its last return has not ended.",
    remedy:
      "Use the return that `return_shipment_id` names. To start another one, or to correct the state, cancel it first. Request quotes again for one that expired.",
    example: {
      detail: "Its last return has not ended. Use that one, or cancel it first.",
      members: { return_shipment_id: "shp_01m7x5rdwme1ct34p92xd7wpnk" },
    },
  }),
  live_shipments_open: error("shipments", 409, "Live shipments are still open", {
    meaning: "An account cannot be deleted while somebody may deliver one of its live shipments.",
    remedy:
      "`open_shipments` gives their number. Cancel those that are not picked up, wait for the others, then try again.",
    example: {
      detail: "Cancel what is not picked up, and wait for the rest: 1 live shipment is still open.",
      members: { open_shipments: 1 },
    },
  }),
  account_not_deletable: error("shipments", 409, "This account cannot be deleted", {
    meaning: "This is the account of the operator, without whom nobody could run the installation.",
    remedy: "To end the installation, stop the server and delete its data folder.",
    example: {
      detail: "This is the account of the installation's operator. Whoever runs the installation needs it.",
    },
  }),
  shipment_already_assigned: error("shipments", 409, "The shipment is already assigned", {
    meaning:
      "A quote for this shipment was already accepted. Only one of several simultaneous requests can win.",
    remedy: "Read the shipment's assignment. To choose another quote, release the assignment before pickup.",
    example: { detail: "Release the current assignment before you accept another quote." },
  }),
  quote_expired: error("shipments", 409, "The quote has expired", {
    meaning: "The quote's `expires_at` has passed. Most quotes are valid for 15 minutes.",
    remedy: "Request new quotes with `POST /platform/shipments/{id}/quotes` and accept one of them.",
    example: { detail: "Request new quotes and accept one of them." },
  }),
  quote_not_open: error("shipments", 409, "The quote is not open", {
    meaning: "The quote was declined, withdrawn, or replaced by a newer one. `detail` gives its status.",
    remedy: "Read the shipment's quotes and accept one with status `open`.",
    example: { detail: "The quote is withdrawn. Accept one whose status is open." },
  }),
  label_not_ready: error("shipments", 409, "The shipment has no label yet", {
    meaning:
      "There is nothing to print yet: the shipment has no carrier, or its carrier makes the label itself and Waybill does not have it yet.",
    remedy:
      "Accept a quote, then fetch the label. With a `Retry-After` header, wait that long and fetch it again, or wait until `label_status` is `ready`. A cancelled shipment has none.",
    example: {
      detail: "The shipment is quoted. A label exists once a quote is accepted.",
      members: { shipment_status: "quoted" },
    },
  }),
  label_format_unavailable: error("shipments", 406, "The carrier's label has another format", {
    meaning: "The carrier made this label itself, in one format. Waybill serves it as it is.",
    remedy: "Leave `format` out, or send the format that `available_format` names.",
    example: {
      detail: "The carrier made this label as pdf. Leave format out, or send format=pdf.",
      members: { available_format: "pdf" },
    },
  }),
  no_open_quotes: error("shipments", 409, "The shipment has no open quotes", {
    meaning: "A strategy picks from the open quotes, and there are none.",
    remedy: "Request new quotes. If there are none either, `unavailable` gives the reason for each carrier.",
    example: { detail: "Request new quotes. If there are none, `unavailable` gives each carrier's reason." },
  }),
  import_not_ready: error("shipments", 409, "The import does not allow this now", {
    meaning:
      "An import can be changed and confirmed while it is `ready`, and discarded until it is confirmed. This one is still being read, or somebody has confirmed or discarded it.",
    remedy: "`import_status` gives its state. Read the import again; while it is `checking`, wait a moment.",
    example: { detail: "The import is discarded.", members: { import_status: "discarded" } },
  }),
  import_changed: error("shipments", 409, "The number of valid rows has changed", {
    meaning:
      "The confirmation names another number of rows than the import has: somebody corrected it, or a shipment of the same day came meanwhile. Nothing was made.",
    remedy: "Read the import again, look at what changed, and confirm the number in `valid`.",
    example: { detail: "The import has 0 valid rows now. Read it again.", members: { valid: 0 } },
  }),
};
