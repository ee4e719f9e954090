import { Accordion, Card } from "@mantine/core";
import type { CreateShipment } from "../../../../delivery/shipments/request-schema.ts";
import type { ShipmentView } from "../../../../delivery/shipments/schema.ts";
import { systemClock } from "../../../../infra/clock.ts";
import { Snippet } from "../../components/snippet.tsx";
import { curl } from "../../curl.ts";

/** The shipment as programs have it. */
export function AsRequest({ shipment }: { shipment: ShipmentView }) {
  return (
    <Card component="section" withBorder padding={0} aria-label="For programs">
      <Accordion order={2}>
        <Accordion.Item value="curl">
          <Accordion.Control>As curl</Accordion.Control>
          <Accordion.Panel>
            <Snippet label="Read it" text={curl({ path: `/platform/shipments/${shipment.id}` })} />
            <Snippet
              label="Create one like it"
              text={curl({ path: "/platform/shipments", body: { ...likeIt(shipment) } })}
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

/** The request that makes a shipment like this one; what the server added is left out, and windows that are over. */
function likeIt({ reference, pickup, delivery, parcels, ...rest }: ShipmentView): CreateShipment {
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
  const isOwnPlace = geocode_source === "client";
  const isOver = window !== null && Date.parse(window.end) <= systemClock.now();
  return {
    contact,
    address: isOwnPlace ? place : { ...place, latitude: null, longitude: null },
    instructions,
    window: isOver ? null : window,
  };
}
