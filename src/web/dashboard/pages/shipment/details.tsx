import { Text } from "@mantine/core";
import { redactedText } from "../../../../delivery/lifecycle/redacted.ts";
import type { ShipmentView } from "../../../../delivery/lifecycle/schema.ts";
import { countryName } from "../../../../infra/geography/country.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Identifier } from "../../components/identifier.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import { formatMoney, formatWindow, humanize } from "../../format.ts";
import { Pin } from "./pin.tsx";
import { TrackingLink } from "./tracking-link.tsx";

/** The shipment as it was ordered. */
export function Details({ shipment }: { shipment: ShipmentView }) {
  const { requirements } = shipment.delivery;
  const wanted = [
    requirements.signature && "signature",
    requirements.photo && "photo",
    requirements.pin && "PIN",
    requirements.min_age !== null && `minimum age ${requirements.min_age}`,
  ].filter((name) => name !== false);
  return (
    <Section title="Details">
      <Facts>
        <Fact label="Pickup">
          <Stop stop={shipment.pickup} />
        </Fact>
        <Fact label="Delivery">
          <Stop stop={shipment.delivery} />
        </Fact>
        <Fact label="Parcels">
          {shipment.parcels.map((parcel) => (
            <Text key={parcel.id} size="sm">
              {parcelText(parcel)}
            </Text>
          ))}
        </Fact>
        {shipment.reference && <Fact label="Reference">{shipment.reference}</Fact>}
        {shipment.assignment && (
          <Fact label="Carrier">
            {shipment.assignment.carrier.name}, {shipment.assignment.service.name}
          </Fact>
        )}
        {wanted.length > 0 && <Fact label="Proof required">{wanted.join(", ")}</Fact>}
        {requirements.pin && shipment.redacted_at === null && (
          <Fact label="Recipient PIN">
            <Pin shipment={shipment} />
          </Fact>
        )}
        <Fact label="If undeliverable">{humanize(shipment.if_undeliverable)}</Fact>
        {shipment.simulation && (
          <Fact label="Simulation">
            {humanize(shipment.simulation.outcome)}, speed {shipment.simulation.speed}
          </Fact>
        )}
        {Object.entries(shipment.metadata).map(([name, value]) => (
          <Fact key={name} label={name}>
            {value}
          </Fact>
        ))}
        <Fact label="Created">
          <Time at={shipment.created_at} />
        </Fact>
        <Fact label="Id">
          <Identifier id={shipment.id} />
        </Fact>
        <Fact label="Tracking page">
          <TrackingLink shipment={shipment} />
        </Fact>
      </Facts>
    </Section>
  );
}

function Stop({ stop: { contact, address, instructions, window } }: { stop: ShipmentView["pickup"] }) {
  const lines = [
    [withoutErased(contact.name), contact.company].filter(Boolean).join(", "),
    [withoutErased(address.line1), address.line2].filter(Boolean).join(", "),
    [address.postal_code, address.city, address.state].filter(Boolean).join(" "),
    countryName(address.country),
    [contact.phone, contact.email].filter(Boolean).join(", "),
    instructions ?? "",
    window ? formatWindow(window) : "",
  ];
  return lines
    .filter((line) => line !== "")
    .map((line) => (
      <Text key={line} size="sm">
        {line}
      </Text>
    ));
}

function withoutErased(text: string): string {
  return text === redactedText ? "" : text;
}

function parcelText(parcel: ShipmentView["parcels"][number]): string {
  const { description, quantity, weight_grams, length_mm, width_mm, height_mm, value, reference } = parcel;
  const sides = [length_mm, width_mm, height_mm].filter((side) => side !== null);
  return [
    `${quantity} × ${description ?? "Parcel"}`,
    `${weight_grams} g`,
    ...(sides.length > 0 ? [`${sides.join(" × ")} mm`] : []),
    ...(value ? [formatMoney(value)] : []),
    ...(reference ? [reference] : []),
  ].join(", ");
}
