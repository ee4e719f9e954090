import { getRouteApi } from "@tanstack/react-router";
import type { Environment } from "@/infra/environment.ts";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { useEnvironment } from "../../environment.ts";
import { useMay } from "../../permissions.ts";
import { useRead } from "../../queries.ts";

/** The endpoint named in the address, for its page and tabs. */

const route = getRouteApi("/$environment/webhooks/$webhookId");

/** Paths to read again after an endpoint was added, changed or deleted. */
export const endpointChanges = ["/platform/webhooks", "/audit"];

export function useEndpoint() {
  const environment = useEnvironment();
  const { webhookId } = route.useParams();
  const path = `/platform/webhooks/${webhookId}` as const;
  return { environment, webhookId, path, ...useRead(path, { environment }) };
}

/** Characters of a URL: more would not fit a table. */
const nameMax = 48;

/** Its description, or else its URL, shortened in the middle. */
export function nameOf({ description, url }: Pick<WebhookView, "description" | "url">): string {
  if (description !== null) return description;
  const place = placeOf(url);
  if (place.length <= nameMax) return place;
  const half = Math.floor(nameMax / 2);
  return `${place.slice(0, half)}…${place.slice(-half)}`;
}

/** `shop.example.com/hooks/waybill`: without its query, which may be a secret. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return pathname === "/" ? host : host + pathname;
}

/** Where a receiver listens for it: the inbox has no path. */
export function pathOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.startsWith("/") ? pathname : "/";
}

/** An account may have more; the others are shown by id. */
const endpointsMax = 100;

export function useEndpoints(environment: Environment): readonly WebhookView[] {
  const { data } = useRead("/platform/webhooks", {
    environment,
    query: { limit: endpointsMax },
    enabled: useMay("webhooks:read"),
  });
  return data?.data ?? [];
}

/** Id of an endpoint → its name. */
export function namesOf(endpoints: readonly WebhookView[]): ReadonlyMap<string, string> {
  return new Map(endpoints.map((endpoint) => [endpoint.id, nameOf(endpoint)]));
}
