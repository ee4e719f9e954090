import { SegmentedControl, Stack, Table, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { RateCard } from "@/delivery/carriers/kinds/fleet/schema.ts";
import type { ExplainQuote, QuoteExplanation } from "@/delivery/orders/rate-cards/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Fact, Facts } from "../../../components/facts.tsx";
import { Form } from "../../../components/form.tsx";
import { Section } from "../../../components/section.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { Time } from "../../../components/time.tsx";
import { formatDistance, formatMoney, humanize } from "../../../format.ts";
import { useAction } from "../../../queries.ts";
import { useCarrier } from "../use-carrier.ts";
import { TypedAddresses } from "./typed-addresses.tsx";

/** Which rule decided what a fleet offers, and every line of the price: for addresses as people type them, or a shipment. */
export function ExplainQuotes({ card }: { card: RateCard }) {
  const { path, call } = useCarrier();
  const [by, setBy] = useState<"addresses" | "shipment">("addresses");
  const explain = useAction((input: ExplainQuote) => post(`${path}/quote-explanation`, input, call), {
    changes: [],
  });
  const choose = (chosen: string) => {
    explain.reset();
    setBy(chosen === "shipment" ? "shipment" : "addresses");
  };
  return (
    <Section title="Explain a quote" lead="Why the card offers a service, or does not. Nothing is booked.">
      <SegmentedControl
        aria-label="What to explain"
        data={[
          { value: "addresses", label: "Two addresses" },
          { value: "shipment", label: "A shipment" },
        ]}
        value={by}
        onChange={choose}
        w="fit-content"
      />
      {by === "addresses" ? (
        <TypedAddresses card={card} send={explain.mutateAsync} />
      ) : (
        <ShipmentId send={explain.mutateAsync} />
      )}
      {explain.data && <Explanation explanation={explain.data} />}
    </Section>
  );
}

function ShipmentId({ send }: { send: (input: Record<string, unknown>) => Promise<unknown> }) {
  const form = useForm({ initialValues: { shipment_id: "" } });
  return (
    <Form form={form} send={({ shipment_id }) => send({ shipment_id: shipment_id.trim() })} submit="Explain">
      <TextInput
        label="Shipment ID"
        placeholder="shp_…"
        autoComplete="off"
        {...form.getInputProps("shipment_id")}
      />
    </Form>
  );
}

type Service = QuoteExplanation["services"][number];

function Explanation({ explanation: { distance, services } }: { explanation: QuoteExplanation }) {
  return (
    <Stack role="status">
      {distance && (
        <Facts>
          <Fact label="Distance">
            {formatDistance(distance.meters)} ({humanize(distance.source).toLowerCase()})
          </Fact>
        </Facts>
      )}
      {services.map((service) => (
        <ExplainedService key={service.service.code} explained={service} />
      ))}
    </Stack>
  );
}

function ExplainedService({ explained: { service, offer, refusal } }: { explained: Service }) {
  return (
    <Stack gap="xs">
      <Text fw={600}>
        {service.name}{" "}
        {offer ? (
          <StatusBadge tone="good">{formatMoney(offer.price)}</StatusBadge>
        ) : (
          <StatusBadge tone="quiet">Not offered</StatusBadge>
        )}
      </Text>
      {refusal && (
        <Text size="sm">
          {refusal.message} <Source pointer={refusal.source} />
        </Text>
      )}
      {offer && (
        <>
          <Table aria-label={`Price of ${service.name}`}>
            <Table.Tbody>
              {offer.lines.map(({ code, name, amount, detail, source }) => (
                <Table.Tr key={code}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>{detail}</Table.Td>
                  <Table.Td>
                    <Source pointer={source} />
                  </Table.Td>
                  <Table.Td ta="right">{formatMoney({ amount, currency: offer.price.currency })}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Text size="sm" c="dimmed">
            From {offer.basis.pickup_zone} to {offer.basis.delivery_zone}, pickup{" "}
            <Time at={offer.estimated_pickup_at} isExact />
          </Text>
        </>
      )}
    </Stack>
  );
}

/** The place in the card that decided. */
function Source({ pointer }: { pointer: string }) {
  return (
    <Text span size="xs" ff="monospace" c="dimmed">
      {pointer}
    </Text>
  );
}
