import { Accordion, Card } from "@mantine/core";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { Snippet } from "../../../components/snippet.tsx";
import { curl } from "../../../curl.ts";
import { copyOf, toRequest } from "../new/values.ts";

/** The shipment as an API request and as JSON. */
export function AsRequest({ shipment }: { shipment: ShipmentView }) {
  return (
    <Card component="section" withBorder padding={0} aria-label="API">
      <Accordion order={2}>
        <Accordion.Item value="curl">
          <Accordion.Control>As curl</Accordion.Control>
          <Accordion.Panel>
            <Snippet label="Read this shipment" text={curl({ path: `/platform/shipments/${shipment.id}` })} />
            <Snippet
              label="Create a similar shipment"
              text={curl({
                path: "/platform/shipments",
                body: { ...toRequest(copyOf(shipment), shipment.simulation !== null) },
              })}
            />
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="json">
          <Accordion.Control>As JSON</Accordion.Control>
          <Accordion.Panel>
            <Snippet label="JSON" text={JSON.stringify(shipment, null, 2)} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Card>
  );
}
