import { error } from "./entry.ts";

/** What may be done to other objects now, and to goods that are on their way. */
export const stateErrors = {
  shipment_not_recallable: error("shipments", 409, "The shipment cannot be called back", {
    meaning: "Only goods that are on their way to the recipient can be called back.",
    remedy:
      "`shipment_status` gives the state. Cancel a shipment before the pickup, and create a return after the delivery.",
    example: {
      detail: "The shipment is delivered. Create a return to bring the goods back.",
      members: { shipment_status: "delivered" },
    },
  }),
  recall_not_pending: error("shipments", 409, "No recall waits for the driver", {
    meaning: "Nobody asked for the goods, the request was taken back, or it is over.",
    remedy:
      "`shipment_status` gives the state. Goods that come back can go on with a correction to `in_transit`.",
    example: {
      detail: "The shipment is delivered, and nobody asks for its goods.",
      members: { shipment_status: "delivered" },
    },
  }),
  key_revoked: error("webhooks", 409, "The key or token is no longer valid", {
    meaning: "Only a valid key or token can be rotated. This one is revoked or has expired.",
    remedy: "Create a new key or token.",
    example: { detail: "Create a new key. Only a valid key can be rotated." },
  }),
  key_replaced: error("webhooks", 409, "The key or token was already rotated", {
    meaning: "The key or token already has a successor and works only until its grace period ends.",
    remedy:
      "Use the successor, and rotate that one next. If its secret is lost, revoke it and create a new one.",
    example: { detail: "Rotate its successor instead." },
  }),
  driver_in_use: error("drivers", 409, "The driver has active assignments", {
    detail: "Assign them to another driver first, or wait until they have ended.",
    meaning: "The driver has accepted assignments that have not ended.",
    remedy: "Assign them to another driver first, or wait until they have ended.",
  }),
  public_url_unreachable: error("drivers", 409, "No phone can open this installation", {
    detail:
      "Only this machine can open its public URL. Start Waybill with its name (WAYBILL_DOMAIN), set WAYBILL_PUBLIC_URL, or send confirm_local.",
    meaning:
      "The public URL has an address of the server's own machine, such as `127.0.0.1` or `localhost`. A link with it opens on no other device.",
    remedy:
      'Give Waybill the name of its machine with `WAYBILL_DOMAIN`, or the address of your proxy with `WAYBILL_PUBLIC_URL`. For a browser on the server\'s own machine, send `"confirm_local": true`.',
  }),
  off_duty: error("drivers", 409, "The driver was off duty at that time", {
    detail: "Waybill stores no positions of a driver who is off duty. Go on duty first.",
    meaning: "The position is of a time when the driver was off duty. Waybill did not store it.",
    remedy: "Put the driver on duty first: on the driver page, or with `PUT /driver/me/duty`.",
  }),
  driver_absent: error("drivers", 409, "The driver is out", {
    detail: "Your dispatcher has noted that you are out. Ask them to take that back.",
    meaning:
      "A dispatcher noted that the driver is out. Until that ends, the driver does not go on duty, and gets no job whose pickup is before it.",
    remedy:
      "Choose another driver, wait until the absence ends, or let the dispatcher end it: `DELETE /platform/drivers/{id}/absence`.",
  }),
  push_unavailable: error("drivers", 409, "Push is not available", {
    detail: "This installation sends no pushes, or you call with a token.",
    meaning:
      "The operator has not turned push on, or the caller is a token: only a connected phone is woken.",
    remedy: "Look at `push` in `GET /driver/me` first. The operator turns push on with `WAYBILL_PUSH=on`.",
  }),
  driver_has_phone: error("drivers", 409, "The driver has a phone", {
    detail: "The driver reports by phone. Set without_phone on the driver, then enter the results.",
    meaning: "A dispatcher enters results only for drivers without a phone. Nothing was entered.",
    remedy:
      "Change the driver: `PATCH /platform/drivers/{id}` with `without_phone: true`. For a single delivery of your fleet, report it with `POST /platform/carriers/{id}/reports`.",
  }),
  job_not_offered: error("carriers", 409, "The job is not offered to you", {
    meaning:
      "The job is not offered to this driver: another driver has it or is asked, the time to answer is over, or the fleet moves it by hand. Nothing changed.",
    remedy: "Read `/driver/stops`. It lists what is offered to you, and what is yours.",
    example: { detail: "Another driver has it, or your time to answer is over. Read your stops." },
  }),
  stage_seed_taken: error("carriers", 409, "A stage with this seed is open", {
    detail: "Delete that stage first, or use another seed.",
    meaning: "A stage with this seed is open in the instance. Two at once would have the same ids.",
    remedy:
      "Use another seed, or delete the stage that has it with `DELETE /platform/sandbox/stages/{accountId}`.",
  }),
  rush_hour_running: error("carriers", 409, "A rush hour is running", {
    meaning: "The sandbox plays one rush hour at a time for each account.",
    remedy: "Wait until `ends_at`, or end it with `DELETE /platform/sandbox/rush-hour`.",
    example: {
      detail:
        "It ends by itself at its `ends_at`. To start another one now, end it with DELETE /api/v1/platform/sandbox/rush-hour.",
    },
  }),
  driver_over_capacity: error("carriers", 409, "The driver has no room for this job", {
    meaning:
      "With this job the driver would have more assignments, or more weight, than the driver's capacity.",
    remedy:
      "Choose another driver, hand over one of this driver's jobs, raise the driver's `capacity`, or send `over_capacity: true`. Nobody has more than 200 jobs.",
    example: {
      detail: "Choose another driver, hand over one of this driver's jobs, or send over_capacity: true.",
    },
  }),
  driver_changed: error("carriers", 409, "Another driver has the job by now", {
    meaning:
      "You said who has the job, and somebody else moved it meanwhile. It stays with whom it is now: `driver_id`, null for nobody.",
    remedy:
      "Read who has the job. If it still has to move, send the request again with that driver as expected.",
    example: {
      detail: "Nobody has it by now.",
      members: { driver_id: null },
    },
  }),
  no_driver_near: error("carriers", 409, "No driver is near", {
    meaning:
      "You asked for the nearest driver. Nobody else on duty with room and a position of the last hour is within the fleet's `radius_meters`, or the place of the goods is not known.",
    remedy: "Name a driver, raise the fleet's `radius_meters`, or wait until somebody is near.",
    example: {
      detail: "No driver on duty with room is within 5000 meters of the goods. Choose a driver.",
    },
  }),
  carrier_not_transferable: error("carriers", 409, "The carrier cannot be handed over", {
    meaning:
      "Only fleets become the installation's, and in the sandbox only while the account has no clock of its own.",
    remedy:
      "Set the carrier up again under *Operator → Carriers*. In the sandbox, reset the clock with `DELETE /platform/sandbox/clock`.",
    example: {
      detail:
        "Only a carrier of the kind fleet can be handed over. Set up another one under Operator → Carriers.",
    },
  }),
  carrier_in_use: error("carriers", 409, "The carrier has active assignments", {
    meaning: "Shipments are booked with this carrier, and their assignments have not ended.",
    remedy: "Pause the carrier, so that it gets no new shipments. Delete it when its assignments have ended.",
    example: { detail: "Pause the carrier, and delete it when its assignments have ended." },
  }),
  backup_running: error("operator", 409, "A backup is running", {
    detail: "Wait until it has ended. Waybill takes one backup at a time.",
    meaning: "A backup is being taken, and Waybill takes one at a time.",
    remedy: "Wait until `running` of `GET /operator/backups` is null.",
  }),
  backups_not_set_up: error("operator", 409, "No backup folder is set up", {
    detail: "Set WAYBILL_BACKUP_FOLDER to a folder, ideally on another disk, and restart the server.",
    meaning: "No folder for backups is configured, so Waybill takes none.",
    remedy:
      "Set `WAYBILL_BACKUP_FOLDER` to a folder, ideally on another disk, and restart the server. `waybill backup FOLDER` takes one without the setting.",
  }),
  alarms_not_set_up: error("operator", 409, "No alarm channel is set up", {
    detail: "Set WAYBILL_ALARM_URL, or an SMTP server with WAYBILL_SMTP_URL and verify your address.",
    meaning: "Waybill has no way to reach you: neither a URL for alarms nor mail.",
    remedy:
      "Set `WAYBILL_ALARM_URL` and `WAYBILL_ALARM_SECRET`, or set up an SMTP server and verify your email address.",
  }),
  tier_in_use: error("operator", 409, "The tier cannot be removed", {
    meaning:
      "Accounts have the tier, new accounts get it, or it is the only tier without limits. The detail says which.",
    remedy:
      "Move its accounts to another tier, or set `WAYBILL_DEFAULT_TIER` to another one. Then remove it.",
    example: { detail: "This tier has one account. Move it to another tier first." },
  }),
  secret_key_missing: error("carriers", 409, "Secrets cannot be encrypted on this installation", {
    detail: "The operator must set WAYBILL_SECRET_KEY before a live carrier with secrets can be set up.",
    meaning:
      "This installation has no `WAYBILL_SECRET_KEY`, so it cannot encrypt the carrier's secrets. Live secrets are never stored in plain text.",
    remedy:
      "The operator sets `WAYBILL_SECRET_KEY` and restarts the server. Until then, set the carrier up in the sandbox.",
  }),
  webhook_disabled: error("webhooks", 409, "The webhook endpoint is disabled", {
    meaning:
      "The endpoint is disabled, either by its owner or because it failed for days. Waybill sends nothing to it.",
    remedy:
      'Enable it with `PATCH {"enabled": true}`, then send again. `POST …/recover` resends what failed.',
    example: { detail: "Enable the endpoint first." },
  }),
  too_many_secrets: error("webhooks", 409, "Too many active signing secrets", {
    meaning:
      "Each rotation keeps the old secret for its grace period. An endpoint may have five secrets at once.",
    remedy:
      "Wait until one expires, or rotate with `grace_period_seconds: 0`, which ends the old ones at once.",
    example: { detail: "An endpoint may have at most 5 active secrets. Wait for one to expire." },
  }),
  mail_unavailable: error("people", 409, "This installation sends no email", {
    detail:
      "You need not verify the address. The operator can configure an SMTP server with WAYBILL_SMTP_URL.",
    meaning: "The operator has not configured an SMTP server, so Waybill cannot verify addresses.",
    remedy: "You can use Waybill without a verified address. The operator can set `WAYBILL_SMTP_URL`.",
  }),
  second_factor_active: error("people", 409, "The second factor is already on", {
    detail: "Turn it off first, then set up the new app.",
    meaning: "The user already has a second factor.",
    remedy: "To use another app, turn the second factor off with `DELETE /auth/second-factor` first.",
  }),
  second_factor_missing: error("people", 409, "No second factor is set up", {
    detail: "Set one up with POST /api/v1/auth/second-factor first.",
    meaning: "The user has no second factor, or did not start to set one up.",
    remedy: "Start with `POST /auth/second-factor`.",
  }),
  operator_not_removable: error("people", 409, "The operator cannot be removed", {
    meaning: "This person runs the installation: nobody else could.",
    remedy: "Remove somebody else. To end the installation, stop the server and delete its data folder.",
    example: { detail: "This person runs the installation." },
  }),
  last_owner: error("people", 409, "The account needs an owner", {
    meaning: "This would leave the account without an owner, and nobody could change its people again.",
    remedy: "Make somebody else an owner first. To end the whole account, delete it.",
    example: { detail: "Make somebody else an owner first." },
  }),
  limit_reached: error("objects", 409, "Account limit reached", {
    meaning:
      "An account, a shipment or a job has as many of something as it may have. That can be objects, open streams, files that are being read, pictures, reports, or charges beside the price.",
    remedy: "Do what `detail` says: delete what you no longer use, let what runs end, or send no more of it.",
    example: {
      detail: "An account may have at most 50 webhook endpoints in each environment. Delete one first.",
    },
  }),
};
