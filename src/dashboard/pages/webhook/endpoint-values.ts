import type { Environment } from "../../../environment.ts";
import type { CreateWebhook, PatchWebhook, WebhookView } from "../../../webhooks/schema.ts";
import type { Ordering } from "../../../webhooks/webhook.ts";
import { changedOf } from "../../merge-patch.ts";

/** What the form of an endpoint holds, and what the API is sent of it. */

export interface OwnHeader {
  name: string;
  value: string;
}

export interface EndpointValues extends Record<string, unknown> {
  url: string;
  description: string;
  events: string[];
  /** Added or given another value. */
  own_headers: OwnHeader[];
  /** Names of those that go. */
  removed_headers: string[];
  ordering: Ordering;
  max_per_second: number | "";
  faults: {
    /** Of 100 deliveries. */
    duplicate: number | "";
    reorder: number | "";
    delay_seconds: number | "";
    drop_first_attempt: boolean;
  };
}

export const emptyEndpoint: EndpointValues = {
  url: "",
  description: "",
  events: ["*"],
  own_headers: [],
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
  return { ...settingsOf(values, environment), headers: headersOf(values.own_headers) };
}

/** Only what is other than it was `shown`: the rest may have been changed elsewhere meanwhile. */
export function toPatch(
  shown: EndpointValues,
  values: EndpointValues,
  environment: Environment,
): PatchWebhook {
  const removed = Object.fromEntries(values.removed_headers.map((name) => [name, null]));
  const headers = { ...removed, ...headersOf(values.own_headers) };
  return {
    ...changedOf(settingsOf(shown, environment), settingsOf(values, environment)),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function settingsOf(values: EndpointValues, environment: Environment): CreateWebhook {
  const { url, description, events, ordering, max_per_second } = values;
  return {
    url: url.trim(),
    description: description.trim() || null,
    events: events as CreateWebhook["events"],
    ordering,
    max_per_second: max_per_second === "" ? null : max_per_second,
    ...(environment === "sandbox" ? { faults: faultsOf(values.faults) } : {}),
  };
}

function headersOf(headers: readonly OwnHeader[]): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value]));
}

/** Null where nothing is to go wrong. */
function faultsOf(faults: EndpointValues["faults"]): WebhookView["faults"] {
  const { duplicate, reorder, delay_seconds, drop_first_attempt } = faults;
  if (!duplicate && !reorder && !delay_seconds && !drop_first_attempt) return null;
  return {
    duplicate: (duplicate || 0) / 100,
    reorder: (reorder || 0) / 100,
    delay_seconds: delay_seconds || 0,
    drop_first_attempt,
  };
}
