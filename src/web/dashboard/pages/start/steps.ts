import type { LinkProps } from "@tanstack/react-router";
import type { KeyView, KeyWithSecretView } from "@/access/keys/schema.ts";
import { shortShipment } from "@/delivery/lifecycle/state/example.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import type { DeliveryView } from "@/messaging/webhooks/deliveries/schema.ts";
import { curl } from "../../curl.ts";
import type { FirstDelivery } from "./arrival.ts";

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

/** What the account already has. */
export interface Found {
  /** The newest one. */
  shipment: Pick<ShipmentView, "id"> | undefined;
  isAccepted: boolean;
  /** Any of its keys. */
  keys: readonly Pick<KeyView, "last_used_at">[];
  firstDelivery: Pick<FirstDelivery, "endpoint" | "hasArrived" | "failed">;
}

/**
 * The steps from an empty account to a delivered webhook. Whoever has just got a first key needs no step for one.
 * @param firstKey null after the person has copied it; undefined where the page knows no key
 */
export function stepsOf(
  environment: Environment,
  firstKey: Pick<KeyWithSecretView, "secret"> | null | undefined,
  found: Found,
): Step[] {
  const steps = stepsWithKey(environment, firstKey?.secret, found);
  return firstKey === undefined ? [keyStep(environment, hasCalled(found)), ...steps] : steps;
}

function hasCalled({ shipment, keys }: Found): boolean {
  return shipment !== undefined || keys.some(({ last_used_at }) => last_used_at !== null);
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

function stepsWithKey(environment: Environment, secret: string | null | undefined, found: Found): Step[] {
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
