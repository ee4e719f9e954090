import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { DeliveryView } from "../../../deliveries/schema.ts";
import type { Environment } from "../../../environment.ts";
import type { ShipmentView } from "../../../shipments/schema.ts";
import type { WebhookView } from "../../../webhooks/schema.ts";
import type { ListPage, Problem } from "../../api.ts";
import { curl } from "../../curl.ts";
import { exampleShipment } from "../../example.ts";
import { useEvents } from "../../live.ts";
import { useRead } from "../../queries.ts";

/** Registering an endpoint and delivering to it are no events. */
const lookEveryMs = 3_000;
const assigned = "assigned,in_transit,delivered,returning,returned,failed";
const exampleEndpoint = { url: "https://shop.example.com/hooks/waybill", events: ["*"] };

export interface Step {
  id: string;
  title: string;
  lead: string;
  isDone: boolean;
  /** One way to do it. */
  command: string;
}

interface Steps {
  /** Undefined while the first answers are on their way. */
  steps: readonly Step[] | undefined;
  problem: Problem | null;
}

export function useSteps(environment: Environment, secret: string | null | undefined): Steps {
  const shipments = useRead<ListPage<ShipmentView>>("/platform/shipments", {
    environment,
    query: { limit: 1 },
  });
  const accepted = useRead<ListPage<ShipmentView>>("/platform/shipments", {
    environment,
    query: { limit: 1, status: assigned },
  });
  const arrival = useArrival(environment);
  useRefreshAtEvents(environment);

  const problem = shipments.error ?? accepted.error ?? arrival.problem;
  if (!shipments.data || !accepted.data || !arrival.endpoints) return { steps: undefined, problem };
  const [shipment] = shipments.data.data;
  const [endpoint] = arrival.endpoints;
  const steps: Step[] = [
    {
      id: "create",
      title: "Create a shipment",
      lead: "What is to be carried, from where to where. Carriers make their offers at once.",
      isDone: shipment !== undefined,
      command: curl({ path: "/platform/shipments", secret, body: exampleShipment }),
    },
    {
      id: "accept",
      title: "Accept an offer",
      lead: "The cheapest one, here. In the sandbox a simulated driver sets off, and delivers within a minute.",
      isDone: accepted.data.data.length > 0,
      command: curl({
        path: `/platform/shipments/${shipment?.id ?? "shp_…"}/assignments`,
        secret,
        body: { strategy: "cheapest" },
      }),
    },
    {
      id: "register",
      title: "Register a webhook",
      lead: "An address of yours that is told of every change. The answer has the secret to verify it with.",
      isDone: endpoint !== undefined,
      command: curl({ path: "/platform/webhooks", secret, body: exampleEndpoint }),
    },
    {
      id: "arrive",
      title: "See it arrive",
      lead: "Ticked as soon as your address has answered with a 2xx status.",
      isDone: arrival.hasArrived,
      command: curl({ method: "POST", path: `/platform/webhooks/${endpoint?.id ?? "whe_…"}/test`, secret }),
    },
  ];
  return { steps, problem: null };
}

interface Arrival {
  endpoints: readonly WebhookView[] | undefined;
  hasArrived: boolean;
  problem: Problem | null;
}

/** Of the newest endpoint; while there is something to wait for, it is looked at again and again. */
function useArrival(environment: Environment): Arrival {
  const endpoints = useRead<ListPage<WebhookView>>("/platform/webhooks", {
    environment,
    query: { limit: 1 },
    refetchInterval: ({ data }) => data.length === 0 && lookEveryMs,
  });
  const id = endpoints.data?.data[0]?.id;
  const deliveries = useRead<ListPage<DeliveryView>>(`/platform/webhooks/${id}/deliveries`, {
    environment,
    query: { limit: 1, status: "delivered" },
    enabled: id !== undefined,
    refetchInterval: ({ data }) => data.length === 0 && lookEveryMs,
  });
  return {
    endpoints: deliveries.isLoading ? undefined : endpoints.data?.data,
    hasArrived: (deliveries.data?.data.length ?? 0) > 0,
    problem: endpoints.error ?? deliveries.error,
  };
}

function useRefreshAtEvents(environment: Environment): void {
  const client = useQueryClient();
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: ["/platform/shipments"] }),
    [client],
  );
  useEvents(environment, refresh);
}
