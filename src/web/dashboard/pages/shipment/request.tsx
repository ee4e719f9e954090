import { Accordion, Card } from "@mantine/core";
import type { ShipmentView } from "../../../../delivery/lifecycle/schema.ts";
import type { CreateShipment } from "../../../../delivery/shipments/schema.ts";
import { systemClock } from "../../../../infra/clock.ts";
import { Snippet } from "../../components/snippet.tsx";
import { curl } from "../../curl.ts";

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
              text={curl({ path: "/platform/shipments", body: { ...similarTo(shipment) } })}
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

/** The request for a shipment like this one, without what the server added and without past time windows. */
function similarTo({ reference, pickup, delivery, parcels, ...rest }: ShipmentView): CreateShipment {
  return {
    reference,
    pickup: stopOf(pickup),
    delivery: { ...stopOf(delivery), requirements: delivery.requirements },
    parcels: parcels.map(({ id: _, ...parcel }) => parcel),
    if_undeliverable: rest.if_undeliverable,
    metadata: rest.metadata,
    ...(rest.simulation && { simulation: rest.simulation }),
  };
}

function stopOf({ contact, address, instructions, window }: ShipmentView["pickup"]) {
  const { geocode_source, ...place } = address;
  const hasOwnCoordinates = geocode_source === "client";
  const isPast = window !== null && Date.parse(window.end) <= systemClock.now();
  return {
    contact,
    address: hasOwnCoordinates ? place : { ...place, latitude: null, longitude: null },
    instructions,
    window: isPast ? null : window,
  };
}
