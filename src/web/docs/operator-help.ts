import type { ErrorCode } from "../../infra/errors.ts";
import type { ErrorHelp } from "./help.ts";

/** Help for errors that only the operator of an installation gets. */
export const operatorHelp = {
  "Running an installation": {
    tier_in_use: {
      meaning:
        "Accounts have the tier, new accounts get it, or it is the only tier without limits. The detail says which.",
      remedy:
        "Move its accounts to another tier, or set `WAYBILL_DEFAULT_TIER` to another one. Then remove it.",
    },
  },
} as const satisfies Record<string, Partial<Record<ErrorCode, ErrorHelp>>>;
