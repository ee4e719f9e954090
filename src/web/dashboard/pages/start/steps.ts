import type { LinkProps } from "@tanstack/react-router";
import type { KeyView, KeyWithSecretView } from "../../../../access/keys/schema.ts";
import { shortShipment } from "../../../../delivery/lifecycle/example.ts";
import type { ShipmentView } from "../../../../delivery/lifecycle/schema.ts";
import type { Environment } from "../../../../infra/environment.ts";
import type { DeliveryView } from "../../../../messaging/webhooks/deliveries/schema.ts";
import type { ListPage, Problem } from "../../api.ts";
import { curl } from "../../curl.ts";
import { useRead } from "../../queries.ts";
import { type FirstDelivery, useFirstDelivery } from "./first-delivery.ts";

const assigned = "assigned,in_transit,delivered,returning,returned,failed";
const exampleUrls = {
  sandbox: "http://localhost:9000/hooks/waybill",
  live: "https://shop.example.com/hooks/waybill",
} as const;

export interface Step {
  id: "key" | "create" | "accept" | "endpoint" | "receive";
  title: string;
  lead: string;
  isDone: boolean;
  /** A command that does the step. */
  command: string;
  /** A page that does the same. */
  form: { label: string; link: LinkProps };
  /** The failure that keeps the step from being done. */
  failed?: DeliveryView | undefined;
}

interface Steps {
  /** Undefined while loading. */
  steps: readonly Step[] | undefined;
  problem: Problem | null;
}

/** `countsPast`: deliveries of long ago count too. */
export function useSteps(
  environment: Environment,
  firstKey: KeyWithSecretView | null | undefined,
  countsPast: boolean,
): Steps {
  const shipments = useRead<ListPage<ShipmentView>>("/platform/shipments", {
    environment,
    query: { limit: 1 },
  });
  const accepted = useRead<ListPage<ShipmentView>>("/platform/shipments", {
    environment,
    query: { limit: 1, status: assigned },
  });
  const firstDelivery = useFirstDelivery(environment, countsPast);
  const needsKey = firstKey === undefined && shipments.data?.data.length === 0;
  const keys = useRead<ListPage<KeyView>>("/keys", { query: { environment }, enabled: needsKey });
  const problem = shipments.error ?? accepted.error ?? firstDelivery.problem ?? keys.error;
  if (!shipments.data || !accepted.data || !firstDelivery.isKnown || keys.isLoading) {
    return { steps: undefined, problem };
  }
  const found = {
    shipment: shipments.data.data[0],
    isAccepted: accepted.data.data.length > 0,
    firstDelivery,
  };
  const isKeyUsed = keys.data?.data.some(({ last_used_at }) => last_used_at !== null) ?? false;
  const keySteps = firstKey === undefined ? [keyStep(environment, isKeyUsed || !needsKey)] : [];
  return { steps: [...keySteps, ...stepsOf(environment, firstKey?.secret, found)], problem: null };
}

/** For people without a key at hand. A shipment can also be created on the form, without a key. */
function keyStep(environment: Environment, isDone: boolean): Step {
  return {
    id: "key",
    title: "Create a key",
    lead: "The commands below read your API key from WAYBILL_KEY. This step is done once you have called the API.",
    isDone,
    command: `export WAYBILL_KEY=wb_${environment}_…\n${curl({ path: "/platform/account" })}`,
    form: {
      label: "Create a key on the API keys page",
      link: { to: "/$environment/keys", params: { environment } },
    },
  };
}

/** What the account already has. */
interface Found {
  shipment: ShipmentView | undefined;
  isAccepted: boolean;
  firstDelivery: FirstDelivery;
}

function stepsOf(environment: Environment, secret: string | null | undefined, found: Found): Step[] {
  const { shipment, isAccepted, firstDelivery } = found;
  const { endpoint, hasArrived, failed } = firstDelivery;
  return [
    {
      id: "create",
      title: "Create a shipment",
      lead: "Say what to deliver, and from where to where. Carriers quote immediately.",
      isDone: shipment !== undefined,
      command: curl({ path: "/platform/shipments", secret, body: shortShipment }),
      form: {
        label: "Create a shipment with the form",
        link: { to: "/$environment/shipments/new", params: { environment } },
      },
    },
    {
      id: "accept",
      title: "Accept a quote",
      lead: `This command accepts the cheapest. ${
        environment === "sandbox"
          ? "A simulated driver then delivers within a minute."
          : "Waybill then books the carrier."
      }`,
      isDone: isAccepted,
      command: curl({
        path: `/platform/shipments/${shipment?.id ?? "shp_…"}/assignments`,
        secret,
        body: { strategy: "cheapest" },
      }),
      form: {
        label: "Compare quotes on the shipment page",
        link: shipment
          ? { to: "/$environment/shipments/$shipmentId", params: { environment, shipmentId: shipment.id } }
          : { to: "/$environment/shipments", params: { environment } },
      },
    },
    {
      id: "endpoint",
      title: "Add a webhook endpoint",
      lead: "Replace the URL with your own: Waybill sends every event there. The response contains the signing secret.",
      isDone: endpoint !== undefined || hasArrived,
      command: curl({
        path: "/platform/webhooks",
        secret,
        body: { url: exampleUrls[environment], events: ["*"] },
      }),
      form: {
        label: "Add an endpoint with the form",
        link: { to: "/$environment/webhooks/new", params: { environment } },
      },
    },
    {
      id: "receive",
      title: "Receive a test event",
      lead: "This step is done once your endpoint responds with a 2xx status.",
      isDone: hasArrived,
      command: curl({ method: "POST", path: `/platform/webhooks/${endpoint?.id ?? "whe_…"}/test`, secret }),
      form: {
        label: "Send a test event from the endpoint page",
        link: endpoint
          ? { to: "/$environment/webhooks/$webhookId", params: { environment, webhookId: endpoint.id } }
          : { to: "/$environment/webhooks", params: { environment } },
      },
      failed,
    },
  ];
}
