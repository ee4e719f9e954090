import { getRouteApi } from "@tanstack/react-router";
import type { WebhookView } from "../../../webhooks/schema.ts";
import { useEnvironment } from "../../environment.ts";
import { useRead } from "../../queries.ts";

/** The endpoint that the address names, for its page and all tabs of that. */

const route = getRouteApi("/$environment/webhooks/$webhookId");

/** What is different after an endpoint was added, changed or removed. */
export const endpointChanges = ["/platform/webhooks"];

export function useEndpoint() {
  const environment = useEnvironment();
  const { webhookId } = route.useParams();
  const path = `/platform/webhooks/${webhookId}`;
  return { environment, webhookId, path, ...useRead<WebhookView>(path, { environment }) };
}

/** What people call it: as they described it, or its host. */
export function nameOf({ description, url }: Pick<WebhookView, "description" | "url">): string {
  return description ?? hostOf(url);
}

export function hostOf(url: string): string {
  return new URL(url).host;
}
