import { Button, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconSparkles } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { Problem } from "@/web/browser/problem.ts";
import { Form } from "../../../components/form.tsx";
import { LeaveGuard } from "../../../components/leave-guard.tsx";
import { NoCarriersNotice, useHasCarriers } from "../../../components/no-carriers.tsx";
import { Notice } from "../../../components/notice.tsx";
import { OptionalFields } from "../../../components/optional-fields.tsx";
import { Page } from "../../../components/page.tsx";
import { Permitted } from "../../../components/permitted.tsx";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";
import { nameOfShipment } from "../../../format.ts";
import { useMay } from "../../../permissions.ts";
import { bookingOf, booksAtOnce } from "../booking/booking.ts";
import { useOwn } from "../booking/use-own.ts";
import { BookingFields } from "./booking-fields.tsx";
import { DeliveryChoices, SimulationChoices } from "./choices.tsx";
import { useCreate } from "./create.ts";
import { KnownStopFields } from "./known-stop-fields.tsx";
import { MetadataFields } from "./metadata-fields.tsx";
import { ParcelFields } from "./parcel-fields.tsx";
import { Prices } from "./prices.tsx";
import { RecentStops } from "./recent-stops.tsx";
import type { StopName } from "./stop-fields.tsx";
import type { StopValues } from "./stop-values.ts";
import {
  emptyShipment,
  filledWithExample,
  type ShipmentValues,
  toRequest,
  validateShipment,
} from "./values.ts";
import { showWarnings } from "./warning.ts";

const leads = {
  sandbox: "Simulated carriers quote immediately. Nothing is delivered, and nothing costs money.",
  live: "Carriers quote immediately. You pay nothing until you accept a quote.",
} as const;

const stops = { pickup: "Pickup", delivery: "Delivery" } as const satisfies Record<StopName, string>;
const stopNames = Object.keys(stops) as StopName[];

/** Nobody's pin is kept or dropped silently. */
const pinInDoubt = (stop: StopName): Problem => ({
  status: 0,
  code: "pin_in_doubt",
  title: "Is the pin still right?",
  detail: `The address of the ${stop} changed after its pin was set. Keep the pin or remove it.`,
});

/** The form is longer than the window, so its button stays in sight. */
const row = {
  pos: "sticky",
  bottom: 0,
  py: "sm",
  bg: "var(--page)",
  style: { zIndex: 2, borderTop: "1px solid var(--mantine-color-default-border)" },
} as const;

/** What has the focus is not behind the button. */
const roomForButton = "5rem";

interface NewShipmentFormProps {
  initial: ShipmentValues;
  /** The shipment that fills the form, if there is one. */
  copied?: ShipmentView;
  /** The sender and the parcel are those of the last order. */
  isLikeLast?: boolean;
}

export function NewShipmentForm({ initial, copied, isLikeLast = false }: NewShipmentFormProps) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const isSandbox = environment === "sandbox";
  const mayCreate = useMay("shipments:write");
  const hasCarriers = useHasCarriers(environment);
  const form = useForm<ShipmentValues>({ initialValues: initial, validate: validateShipment });
  useEffect(() => {
    const { style } = document.documentElement;
    style.scrollPaddingBottom = roomForButton;
    return () => void style.removeProperty("scroll-padding-bottom");
  }, []);
  const own = useOwn(environment);
  const create = useCreate(environment, own, ({ id, warnings }) => {
    showWarnings(warnings);
    void navigate({
      to: "/$environment/shipments/$shipmentId",
      params: { environment, shipmentId: id },
      ignoreBlocker: true,
    });
  });
  const doubts = useRef<Record<StopName, boolean>>({ pickup: false, delivery: false });
  const isLast = isLikeLast && sameStop(form.values.pickup, initial.pickup);
  const clearPickup = () => form.setValues({ pickup: emptyShipment.pickup });
  const send = async (values: ShipmentValues) => {
    const stop = stopNames.find((each) => doubts.current[each]);
    if (stop !== undefined) throw pinInDoubt(stop);
    const { rider, ...booking } = own ? bookingOf(values.accept, own) : {};
    await create.mutateAsync({ request: { ...toRequest(values, isSandbox), ...booking }, rider });
  };
  return (
    <Page
      title="New shipment"
      lead={
        hasCarriers &&
        (own && booksAtOnce(form.values.accept, own)
          ? "Your own fleet gets the shipment when you create it."
          : leads[environment])
      }
      action={
        isSandbox &&
        mayCreate && (
          <Button
            variant="default"
            leftSection={<IconSparkles size={18} />}
            onClick={() => form.setValues(filledWithExample(form.values))}
          >
            Fill with example
          </Button>
        )
      }
    >
      <LeaveGuard isTyped={() => !sameShipment(form.getValues(), initial)} />
      <NoCarriersNotice environment={environment} />
      {copied && <CopyNotice of={copied} />}
      <Form
        form={form}
        send={send}
        submit="Create shipment"
        needs={["shipments:write"]}
        row={row}
        hint="You can also press Enter in any field."
      >
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          {stopNames.map((stop) => (
            <Section
              key={stop}
              title={stops[stop]}
              lead={stop === "pickup" && isLast && "As in your last order."}
              action={
                <Group gap="xs">
                  <RecentStops
                    stop={stop}
                    onChoose={(chosen) => form.setValues({ [stop]: { ...form.values[stop], ...chosen } })}
                  />
                  {stop === "pickup" && isLast && (
                    <Button size="xs" variant="subtle" onClick={clearPickup}>
                      Clear
                    </Button>
                  )}
                </Group>
              }
            >
              <KnownStopFields
                form={form}
                stop={stop}
                onDoubt={(isDoubtful) => {
                  doubts.current[stop] = isDoubtful;
                }}
              />
            </Section>
          ))}
        </SimpleGrid>
        <Section title="Parcels">
          <ParcelFields form={form} />
        </Section>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
          <Stack gap="lg">
            <Section title="Proof of delivery" lead="What must be collected at the door.">
              <DeliveryChoices form={form} />
            </Section>
            {own && (
              <Section title="Rider">
                <BookingFields form={form} own={own} />
              </Section>
            )}
            {hasCarriers && (
              <Permitted needs={["quotes:write"]}>
                <Prices form={form} />
              </Permitted>
            )}
          </Stack>
          <Stack gap="lg">
            <Section title="Reference and metadata">
              <TextInput
                label="Reference"
                description="Your order number"
                placeholder="ORD-1001"
                autoComplete="off"
                {...form.getInputProps("reference")}
              />
              <OptionalFields label="Metadata" errors={form.errors}>
                <MetadataFields form={form} />
              </OptionalFields>
            </Section>
            {isSandbox && (
              <Section title="Simulation" lead="Simulated outcome and speed.">
                <SimulationChoices form={form} />
              </Section>
            )}
          </Stack>
        </SimpleGrid>
      </Form>
    </Page>
  );
}

/** Whether a stop is as the form began. */
function sameStop(now: StopValues, initial: StopValues): boolean {
  return JSON.stringify(withoutZone(now)) === JSON.stringify(withoutZone(initial));
}

function sameShipment(now: ShipmentValues, initial: ShipmentValues): boolean {
  const { pickup, delivery, ...rest } = now;
  const { pickup: initialPickup, delivery: initialDelivery, ...initialRest } = initial;
  return (
    sameStop(pickup, initialPickup) &&
    sameStop(delivery, initialDelivery) &&
    JSON.stringify(rest) === JSON.stringify(initialRest)
  );
}

/** Nobody types the zone of a window: the form fills it in from the address. */
function withoutZone({ window: { zone, ...window }, ...stop }: StopValues) {
  return { ...stop, window };
}

function CopyNotice({ of: shipment }: { of: ShipmentView }) {
  const name = nameOfShipment(shipment);
  return shipment.redacted_at === null ? (
    <Notice tone="quiet">A copy of {name}. Time windows that have passed are left out.</Notice>
  ) : (
    <Notice tone="warn">{name} cannot be copied: its personal data was erased.</Notice>
  );
}
