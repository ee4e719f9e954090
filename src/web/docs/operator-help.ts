import type { ErrorCode } from "../../infra/errors.ts";
import type { ErrorHelp } from "./help.ts";

/** Help for errors that only the operator of an installation gets. */
export const operatorHelp = {
  "Running an installation": {
    alarms_not_set_up: {
      meaning: "Waybill has no way to reach you: neither a URL for alarms nor mail.",
      remedy:
        "Set `WAYBILL_ALARM_URL` and `WAYBILL_ALARM_SECRET`, or set up an SMTP server and verify your email address.",
    },
    backups_not_set_up: {
      meaning: "No folder for backups is configured, so Waybill takes none.",
      remedy:
        "Set `WAYBILL_BACKUP_FOLDER` to a folder, ideally on another disk, and restart the server. `waybill backup FOLDER` takes one without the setting.",
    },
    backup_running: {
      meaning: "A backup is being taken, and Waybill takes one at a time.",
      remedy: "Wait until `running` of `GET /operator/backups` is null.",
    },
    tier_in_use: {
      meaning:
        "Accounts have the tier, new accounts get it, or it is the only tier without limits. The detail says which.",
      remedy:
        "Move its accounts to another tier, or set `WAYBILL_DEFAULT_TIER` to another one. Then remove it.",
    },
  },
} as const satisfies Record<string, Partial<Record<ErrorCode, ErrorHelp>>>;
