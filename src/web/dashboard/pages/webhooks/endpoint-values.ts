import type { Environment } from "@/infra/environment.ts";
import type { Ordering } from "@/messaging/webhooks/endpoints/endpoint.ts";
import type { CreateWebhook, PatchWebhook, WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import type { Pair } from "../../components/pair-fields.tsx";
import { changedOf } from "../../merge-patch.ts";
import type { NumberValue } from "../../number-value.ts";

/** The values of an endpoint's form, and the requests made from them. */

export interface EndpointValues extends Record<string, unknown> {
  url: string;
  description: string;
  events: string[];
  /** Headers to add or change. */
  custom_headers: Pair[];
  /** Names of headers to remove. */
  removed_headers: string[];
  ordering: Ordering;
  max_per_second: NumberValue;
  faults: {
    /** Percent of deliveries. */
    duplicate: NumberValue;
    reorder: NumberValue;
    delay_seconds: NumberValue;
    drop_first_attempt: boolean;
  };
}

export const emptyEndpoint: EndpointValues = {
  url: "",
  description: "",
  events: ["*"],
  custom_headers: [],
  removed_headers: [],
  ordering: "none",
  max_per_second: "",
  faults: { duplicate: "", reorder: "", delay_seconds: "", drop_first_attempt: false },
};

export function valuesOf(webhook: WebhookView): EndpointValues {
  const { url, description, events, ordering, max_per_second, faults } = webhook;
  return {
    ...emptyEndpoint,
    url,
    description: description ?? "",
    events,
    ordering,
    max_per_second: max_per_second ?? "",
    ...(faults && {
      faults: {
        ...faults,
        duplicate: Math.round(100 * faults.duplicate),
        reorder: Math.round(100 * faults.reorder),
      },
    }),
  };
}

export function toCreate(values: EndpointValues, environment: Environment): CreateWebhook {
  return { ...settingsOf(values, environment), headers: headersOf(values.custom_headers) };
}

/** Only what differs from what was `shown`: the rest may have been changed elsewhere. */
export function toPatch(
  shown: EndpointValues,
  values: EndpointValues,
  environment: Environment,
): PatchWebhook {
  const removed = Object.fromEntries(values.removed_headers.map((name) => [name, null]));
  const headers = { ...removed, ...headersOf(values.custom_headers) };
  return {
    ...changedOf(settingsOf(shown, environment), settingsOf(values, environment)),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

/** Sends text that is not a number as typed: the API refuses it. */
function settingsOf(values: EndpointValues, environment: Environment): CreateWebhook {
  const { url, description, events, ordering, max_per_second } = values;
  const settings = {
    url: url.trim(),
    description: description.trim() || null,
    events,
    ordering,
    max_per_second: max_per_second === "" ? null : max_per_second,
    ...(environment === "sandbox" ? { faults: faultsOf(values.faults) } : {}),
  };
  return settings as CreateWebhook;
}

function headersOf(headers: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value]));
}

/** Null where no fault is set. */
function faultsOf(faults: EndpointValues["faults"]) {
  const { duplicate, reorder, delay_seconds, drop_first_attempt } = faults;
  if (!duplicate && !reorder && !delay_seconds && !drop_first_attempt) return null;
  return {
    duplicate: shareOf(duplicate),
    reorder: shareOf(reorder),
    delay_seconds: delay_seconds || 0,
    drop_first_attempt,
  };
}

function shareOf(percent: NumberValue): NumberValue {
  return typeof percent === "number" ? percent / 100 : percent || 0;
}

/** The API checks a share from 0 to 1; people type percents, so the error must name those. */
export function validatePercents({ faults }: EndpointValues): Record<string, string> {
  const names = (["duplicate", "reorder"] as const).filter((name) => {
    const percent = faults[name];
    return typeof percent === "number" && (percent < 0 || percent > 100);
  });
  return Object.fromEntries(names.map((name) => [`faults.${name}`, "Must be from 0 to 100."]));
}
