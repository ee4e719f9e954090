import { Button, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconSparkles } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ShipmentView } from "../../../delivery/lifecycle/schema.ts";
import type { CreateShipment } from "../../../delivery/shipments/schema.ts";
import { post } from "../api.ts";
import { Form } from "../components/form.tsx";
import { NoCarriersNotice, useHasCarriers } from "../components/no-carriers.tsx";
import { OptionalFields } from "../components/optional-fields.tsx";
import { Page } from "../components/page.tsx";
import { Section } from "../components/section.tsx";
import { useEnvironment } from "../environment.ts";
import { useMay } from "../permissions.ts";
import { useAction } from "../queries.ts";
import { DeliveryChoices, SimulationChoices } from "./new-shipment/choices.tsx";
import { MetadataFields } from "./new-shipment/metadata-fields.tsx";
import { ParcelFields } from "./new-shipment/parcel-fields.tsx";
import { StopFields } from "./new-shipment/stop-fields.tsx";
import {
  emptyShipment,
  filledWithExample,
  type ShipmentValues,
  toRequest,
  validateShipment,
} from "./new-shipment/values.ts";

const leads = {
  sandbox: "Simulated carriers quote immediately. Nothing is delivered, and nothing costs money.",
  live: "Carriers quote immediately. You pay nothing until you accept a quote.",
} as const;

export function NewShipmentPage() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const isSandbox = environment === "sandbox";
  const mayCreate = useMay("shipments:write");
  const hasCarriers = useHasCarriers(environment);
  const form = useForm<ShipmentValues>({ initialValues: emptyShipment, validate: validateShipment });
  const create = useAction(
    (input: CreateShipment, idempotencyKey) =>
      post<ShipmentView>("/platform/shipments", input, { environment, idempotencyKey }),
    {
      changes: ["/platform/shipments"],
      onDone: ({ id }) =>
        void navigate({ to: "/$environment/shipments/$shipmentId", params: { environment, shipmentId: id } }),
    },
  );
  return (
    <Page
      title="New shipment"
      lead={hasCarriers && leads[environment]}
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
      <NoCarriersNotice environment={environment} />
      <Form
        form={form}
        send={(values) => create.mutateAsync(toRequest(values, isSandbox))}
        submit="Create shipment"
        needs={["shipments:write"]}
      >
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Section title="Pickup">
            <StopFields form={form} stop="pickup" />
          </Section>
          <Section title="Delivery">
            <StopFields form={form} stop="delivery" />
          </Section>
        </SimpleGrid>
        <Section title="Parcels">
          <ParcelFields form={form} />
        </Section>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
          <Section title="Proof of delivery" lead="What the driver must collect.">
            <DeliveryChoices form={form} />
          </Section>
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
