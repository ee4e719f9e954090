import { Anchor, Text } from "@mantine/core";
import { isSimulated } from "@/delivery/carriers/kinds/simulated/fleet.ts";
import { redactedText } from "@/delivery/lifecycle/state/redacted.ts";
import type { AssignmentView, ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { knownPlace } from "@/delivery/model/address.ts";
import { countryName } from "@/infra/geography/country.ts";
import type { UnitSystem } from "@/infra/units.ts";
import { Fact, Facts } from "../../../components/facts.tsx";
import { Identifier, shortId } from "../../../components/identifier.tsx";
import { ShipmentLink } from "../../../components/links.tsx";
import { ActionProblem } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { WindowText } from "../../../components/window-text.tsx";
import { formatMoney, humanize } from "../../../format.ts";
import { useMay } from "../../../permissions.ts";
import { formatSides, formatWeight, useUnits } from "../../../units.ts";
import type { StopName } from "../new/stop-fields.tsx";
import { speedName } from "../new/values.ts";
import { LearnedPlace } from "../place/learned-place.tsx";
import { CarrierTracking, hasCarrierTracking } from "./carrier-tracking.tsx";
import { waitsOf, waitText } from "./charge-words.ts";
import { Moment } from "./moment.tsx";
import { Pin } from "./pin.tsx";
import { useStopsToPin } from "./pinnable.ts";
import { PriceLines } from "./price-lines.tsx";
import { useQuotes } from "./quotes.tsx";
import { RecipientAnswers } from "./recipient-answers.tsx";
import { useSavePin } from "./set-pin.tsx";
import { TrackingLink } from "./tracking-link.tsx";

/** The shipment as it was ordered. */
export function Details({ shipment }: { shipment: ShipmentView }) {
  const { assignment, delivery } = shipment;
  const { requirements } = delivery;
  const units = useUnits() ?? "metric";
  const mayReadPin = useMay("shipments:write");
  const wanted = [
    requirements.signature && "Signature",
    requirements.photo && "Photo",
    requirements.pin && "PIN",
    requirements.min_age !== null && `Minimum age ${requirements.min_age}`,
  ].filter((name) => name !== false);
  return (
    <Section title="Details">
      <Facts>
        <Fact label="Pickup">
          <Stop stop={shipment.pickup} />
          <StopLearned shipment={shipment} stop="pickup" />
        </Fact>
        <Fact label="Delivery">
          <Stop stop={shipment.delivery} />
          <StopLearned shipment={shipment} stop="delivery" />
        </Fact>
        <Fact label="Parcels">
          {shipment.parcels.map((parcel) => (
            <Text key={parcel.id} size="sm">
              {parcelText(parcel, units)}
            </Text>
          ))}
        </Fact>
        {shipment.reference && <Fact label="Reference">{shipment.reference}</Fact>}
        {shipment.assignment && (
          <Fact label="Carrier">
            {shipment.assignment.carrier.name}, {shipment.assignment.service.name}
          </Fact>
        )}
        {shipment.assignment && hasCarrierTracking(shipment.assignment) && (
          <Fact label="Carrier's tracking">
            <CarrierTracking assignment={shipment.assignment} />
          </Fact>
        )}
        {shipment.assignment?.driver && (
          <Fact label="Driver">
            {shipment.assignment.driver.name}
            {shipment.assignment.driver.phone && (
              <>
                {", "}
                <PhoneLink phone={shipment.assignment.driver.phone} />
              </>
            )}
          </Fact>
        )}
        {waitsOf(shipment).length > 0 && (
          <Fact label="Driver waited">{waitsOf(shipment).map(waitText).join(", ")}</Fact>
        )}
        {shipment.assignment && <Price shipment={shipment} assignment={shipment.assignment} />}
        {wanted.length > 0 && <Fact label="Proof required">{wanted.join(", ")}</Fact>}
        {requirements.pin && mayReadPin && shipment.redacted_at === null && (
          <Fact label="Recipient PIN">
            <Pin shipment={shipment} />
          </Fact>
        )}
        <RecipientAnswers shipment={shipment} />
        {shipment.return_of && (
          <Fact label="Return of">
            <ShipmentLink inherit environment={shipment.environment} id={shipment.return_of}>
              {shortId(shipment.return_of)}
            </ShipmentLink>
          </Fact>
        )}
        {shipment.return_shipment_id && (
          <Fact label="Return">
            <ShipmentLink inherit environment={shipment.environment} id={shipment.return_shipment_id}>
              {shortId(shipment.return_shipment_id)}
            </ShipmentLink>
          </Fact>
        )}
        <Fact label="If undeliverable">{humanize(shipment.if_undeliverable)}</Fact>
        {shipment.simulation && (assignment === null || isSimulated(assignment.carrier.id)) && (
          <Fact label="Simulation">
            {humanize(shipment.simulation.outcome)}, {speedName(shipment.simulation.speed).toLowerCase()}
          </Fact>
        )}
        {Object.entries(shipment.metadata).map(([name, value]) => (
          <Fact key={name} label={name}>
            {value}
          </Fact>
        ))}
        <Fact label="Created">
          <Moment at={shipment.created_at} />
        </Fact>
        <Fact label="ID">
          <Identifier id={shipment.id} isWhole />
        </Fact>
        <Fact label="Tracking page">
          <TrackingLink shipment={shipment} />
        </Fact>
      </Facts>
    </Section>
  );
}

/** What the accepted quote costs, and why. */
function Price({ shipment, assignment }: { shipment: ShipmentView; assignment: AssignmentView }) {
  const { data: quotes } = useQuotes(shipment);
  const lines = quotes?.data.find(({ id }) => id === assignment.quote_id)?.price_breakdown ?? [];
  return (
    <Fact label="Price">
      {formatMoney(assignment.price)}
      <PriceLines lines={lines} currency={assignment.price.currency} />
    </Fact>
  );
}

/** What own drivers taught about a stop: its place, or a suggestion where a pin can still be set. */
function StopLearned({ shipment, stop }: { shipment: ShipmentView; stop: StopName }) {
  const { address } = shipment[stop];
  const save = useSavePin(shipment, stop);
  const isOpen = useStopsToPin(shipment)?.includes(stop) ?? false;
  if (shipment.redacted_at !== null) return null;
  return (
    <>
      <LearnedPlace
        address={address}
        source={address.geocode_source}
        area={address.area}
        isTaking={save.isPending}
        onTake={isOpen && !knownPlace(address) ? (place) => save.mutate(place) : undefined}
      />
      <ActionProblem problem={save.error} />
    </>
  );
}

function Stop({ stop: { contact, address, instructions, window } }: { stop: ShipmentView["pickup"] }) {
  const lines = [
    [withoutErased(contact.name), contact.company].filter(Boolean).join(", "),
    [withoutErased(address.line1), address.line2].filter(Boolean).join(", "),
    [address.postal_code, address.city, address.state].filter(Boolean).join(" "),
    countryName(address.country),
    contact.phone && <PhoneLink phone={contact.phone} />,
    contact.email && (
      <Anchor inherit href={`mailto:${contact.email}`}>
        {contact.email}
      </Anchor>
    ),
    instructions,
    window && <WindowText window={window} place={address} />,
  ];
  return lines.map(
    (line, place) =>
      line && (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is what stands at its place
        <Text key={place} size="sm">
          {line}
        </Text>
      ),
  );
}

function PhoneLink({ phone }: { phone: string }) {
  return (
    <Anchor inherit href={`tel:${phone}`}>
      {phone}
    </Anchor>
  );
}

function withoutErased(text: string): string {
  return text === redactedText ? "" : text;
}

function parcelText(parcel: ShipmentView["parcels"][number], units: UnitSystem): string {
  const { description, quantity, weight_grams, length_mm, width_mm, height_mm, value, reference } = parcel;
  const sides = [length_mm, width_mm, height_mm].filter((side) => side !== null);
  return [
    `${quantity} × ${description ?? "Parcel"}`,
    formatWeight(weight_grams, units),
    ...(sides.length > 0 ? [formatSides(sides, units)] : []),
    ...(value ? [formatMoney(value)] : []),
    ...(reference ? [reference] : []),
  ].join(", ");
}
