import { defaultTierName } from "../access/limits/tiers.ts";
import { countFound } from "../delivery/lifecycle/places/asking.ts";
import { toTimestamp, toTimestampOrNull } from "../infra/clock.ts";
import type { Deps } from "../infra/deps.ts";
import { geocoderState, isResting, mayType } from "../infra/geocoding/geocoder.ts";
import type { OperatorSettingsView } from "./settings-schema.ts";

function geocoderView(deps: Deps): NonNullable<OperatorSettingsView["state"]["geocoder"]> {
  const { waiting, lastAnswerAt, failures, attribution } = geocoderState(deps);
  return {
    found: countFound(deps),
    waiting,
    is_resting: isResting(deps),
    searches_while_typing: mayType(deps),
    last_answer_at: toTimestampOrNull(lastAnswerAt),
    attribution,
    failures: failures.map(({ at, message }) => ({ at: toTimestamp(at), message })),
  };
}

/** The settings of the running server, as `waybill config print` shows them, and what became of them. */
export function getSettings(deps: Deps): OperatorSettingsView {
  const { config, mailer } = deps;
  const { lastSentAt = null, lastFailure = null } = mailer?.state ?? {};
  return {
    state: {
      public_url: deps.publicUrl(),
      is_sign_up_open: config.signup === "open",
      default_tier: defaultTierName(deps),
      encrypts_secrets: config.secretKey !== null,
      mail: {
        is_set_up: mailer !== undefined,
        last_sent_at: toTimestampOrNull(lastSentAt),
        last_failure: lastFailure && { at: toTimestamp(lastFailure.at), message: lastFailure.message },
      },
      geocoder: config.geocoderUrl === null ? null : geocoderView(deps),
    },
    data: config.reports.map(({ name, flag, variable, text, source, from, help }) => ({
      name,
      value: text,
      source,
      from,
      flag,
      variable,
      description: help,
    })),
  };
}
