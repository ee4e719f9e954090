import type { LinkProps } from "@tanstack/react-router";
import type { KeyView, KeyWithSecretView } from "../../../../access/keys/schema.ts";
import { exampleShipment } from "../../../../delivery/shipments/example.ts";
import type { ShipmentView } from "../../../../delivery/shipments/schema.ts";
import type { Environment } from "../../../../infra/environment.ts";
import type { DeliveryView } from "../../../../messaging/webhooks/deliveries/schema.ts";
import type { ListPage, Problem } from "../../api.ts";
import { curl } from "../../curl.ts";
import { useRead } from "../../queries.ts";
import { type Arrival, useArrival } from "./arrival.ts";

const assigned = "assigned,in_transit,delivered,returning,returned,failed";
const exampleUrls = {
  sandbox: "http://localhost:9000/hooks/waybill",
  live: "https://shop.example.com/hooks/waybill",
} as const;

export interface Step {
  id: "key" | "create" | "accept" | "register" | "arrive";
  title: string;
  lead: string;
  isDone: boolean;
  /** One way to do it. */
  command: string;
  /** The other one. */
  form: { label: string; link: LinkProps };
  /** What keeps it from being done. */
  failed?: DeliveryView | undefined;
}

interface Steps {
  /** Undefined while the first answers are on their way. */
  steps: readonly Step[] | undefined;
  problem: Problem | null;
}

/** `isFirstLook`: what happened long ago counts, too. */
export function useSteps(
  environment: Environment,
  firstKey: KeyWithSecretView | null | undefined,
  isFirstLook: boolean,
): Steps {
  const shipments = useRead<ListPage<ShipmentView>>("/platform/shipments", {
    environment,
    query: { limit: 1 },
  });
  const accepted = useRead<ListPage<ShipmentView>>("/platform/shipments", {
    environment,
    query: { limit: 1, status: assigned },
  });
  const arrival = useArrival(environment, isFirstLook);
  const needsKey = firstKey === undefined && shipments.data?.data.length === 0;
  const keys = useRead<ListPage<KeyView>>("/keys", { query: { environment }, enabled: needsKey });
  const problem = shipments.error ?? accepted.error ?? arrival.problem ?? keys.error;
  if (!shipments.data || !accepted.data || !arrival.isKnown || keys.isLoading) {
    return { steps: undefined, problem };
  }
  const found = {
    shipment: shipments.data.data[0],
    isAccepted: accepted.data.data.length > 0,
    arrival,
  };
  const isKeyUsed = keys.data?.data.some(({ last_used_at }) => last_used_at !== null) ?? false;
  const keySteps = firstKey === undefined ? [keyStep(environment, isKeyUsed || !needsKey)] : [];
  return { steps: [...keySteps, ...stepsOf(environment, firstKey?.secret, found)], problem: null };
}

/** For whoever has no key at hand. A shipment that was created on the form did without. */
function keyStep(environment: Environment, isDone: boolean): Step {
  return {
    id: "key",
    title: "Create a key",
    lead: "The commands below read your API key from WAYBILL_KEY. This step is done when a key has called the API.",
    isDone,
    command: `export WAYBILL_KEY=wb_${environment}_…\n${curl({ path: "/platform/account" })}`,
    form: { label: "Create a key on API keys", link: { to: "/$environment/keys", params: { environment } } },
  };
}

/** What there is already of what the steps are to make. */
interface Found {
  shipment: ShipmentView | undefined;
  isAccepted: boolean;
  arrival: Arrival;
}

function stepsOf(environment: Environment, secret: string | null | undefined, found: Found): Step[] {
  const { shipment, isAccepted, arrival } = found;
  const { endpoint, hasArrived, failed } = arrival;
  return [
    {
      id: "create",
      title: "Create a shipment",
      lead: "What is to be carried, from where to where. Carriers make their offers at once.",
      isDone: shipment !== undefined,
      command: curl({ path: "/platform/shipments", secret, body: exampleShipment }),
      form: {
        label: "Create it on a form",
        link: { to: "/$environment/shipments/new", params: { environment } },
      },
    },
    {
      id: "accept",
      title: "Accept an offer",
      lead: `The cheapest one, here. ${
        environment === "sandbox"
          ? "In the sandbox a simulated driver sets off, and delivers within a minute."
          : "The carrier is told to come."
      }`,
      isDone: isAccepted,
      command: curl({
        path: `/platform/shipments/${shipment?.id ?? "shp_…"}/assignments`,
        secret,
        body: { strategy: "cheapest" },
      }),
      form: {
        label: "Compare the offers on the shipment's page",
        link: shipment
          ? { to: "/$environment/shipments/$shipmentId", params: { environment, shipmentId: shipment.id } }
          : { to: "/$environment/shipments", params: { environment } },
      },
    },
    {
      id: "register",
      title: "Register a webhook",
      lead: "Put an address of yours in the command: it is told of every change. The answer has the secret to verify it with.",
      isDone: endpoint !== undefined || hasArrived,
      command: curl({
        path: "/platform/webhooks",
        secret,
        body: { url: exampleUrls[environment], events: ["*"] },
      }),
      form: {
        label: "Add it on a form",
        link: { to: "/$environment/webhooks/new", params: { environment } },
      },
    },
    {
      id: "arrive",
      title: "See it arrive",
      lead: "Ticked as soon as your address has answered with a 2xx status.",
      isDone: hasArrived,
      command: curl({ method: "POST", path: `/platform/webhooks/${endpoint?.id ?? "whe_…"}/test`, secret }),
      form: {
        label: "Send a test event from the endpoint's page",
        link: endpoint
          ? { to: "/$environment/webhooks/$webhookId", params: { environment, webhookId: endpoint.id } }
          : { to: "/$environment/webhooks", params: { environment } },
      },
      failed,
    },
  ];
}
