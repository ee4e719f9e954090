import { Checkbox, Radio, SimpleGrid, Stack, TagsInput, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { countryOptions, LongMultiSelect } from "../../components/long-select.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { Section } from "../../components/section.tsx";
import { useEnvironment } from "../../environment.ts";
import { useRead } from "../../queries.ts";
import { RecentStops } from "../shipments/new/recent-stops.tsx";
import { StopFields } from "../shipments/new/stop-fields.tsx";
import type { FormValues } from "./values.ts";

interface FieldsProps {
  form: UseFormReturnType<FormValues>;
}

interface ApprovalProps extends FieldsProps {
  /** Whether somebody entered a code that was sent to the customer's email address. */
  isConfirmed: boolean;
}

/** Everything that a form is. */
export function OrderFormFields({ form, isConfirmed }: ApprovalProps) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
      <Stack gap="lg">
        <CustomerFields form={form} />
        <OfferFields form={form} />
      </Stack>
      <Stack gap="lg">
        <PickupFields form={form} />
        <ApprovalFields form={form} isConfirmed={isConfirmed} />
      </Stack>
    </SimpleGrid>
  );
}

/** Whose form it is. */
function CustomerFields({ form }: FieldsProps) {
  return (
    <Section title="Customer" lead="Who orders by it. Codes for earlier orders go to their email address.">
      <TextInput label="Name of the form" required autoComplete="off" {...form.getInputProps("name")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="Customer"
          placeholder={form.values.name}
          autoComplete="off"
          {...form.getInputProps("customer.name")}
        />
        <TextInput label="Customer number" autoComplete="off" {...form.getInputProps("customer.number")} />
        <TextInput
          label="Email address"
          type="email"
          autoComplete="off"
          {...form.getInputProps("customer.email")}
        />
        <TextInput
          label="Phone"
          type="tel"
          placeholder="+4930123456"
          autoComplete="off"
          {...form.getInputProps("customer.phone")}
        />
      </SimpleGrid>
    </Section>
  );
}

/** Where the customer hands goods over. */
function PickupFields({ form }: FieldsProps) {
  return (
    <Section
      title="Pickup"
      lead="Where every order of this form is picked up."
      action={
        <RecentStops
          stop="pickup"
          onChoose={(chosen) => form.setValues({ pickup: { ...form.values.pickup, ...chosen } })}
        />
      }
    >
      <StopFields form={form} stop="pickup" closed={["window"]} />
    </Section>
  );
}

/** What can be ordered, and for how much. */
function OfferFields({ form }: FieldsProps) {
  const { shows_prices: showsPrices } = form.values;
  return (
    <Section title="What they can order">
      <Services form={form} />
      <LongMultiSelect
        label="Countries"
        description="Of the recipients. Leave empty for all."
        data={countryOptions}
        searchable
        {...form.getInputProps("limits.countries")}
      />
      <NumberField label="Orders per day" {...form.getInputProps("limits.orders_per_day")} />
      <Checkbox
        label="Show prices"
        description="Of your own fleets' rate cards, before the customer orders."
        {...form.getInputProps("shows_prices", { type: "checkbox" })}
      />
      {showsPrices && (
        <NumberField
          label="Markup in percent"
          description="On your price, from -50 to 300. Below 0 it is a discount."
          {...form.getInputProps("price.markup_percent")}
        />
      )}
    </Section>
  );
}

function Services({ form }: FieldsProps) {
  const environment = useEnvironment();
  const { data } = useRead("/platform/carriers", { environment, query: { limit: 100 } });
  const codes = (data?.data ?? [])
    .filter(({ kind }) => kind === "fleet")
    .flatMap(({ services }) => services.map(({ code }) => code));
  return (
    <TagsInput
      label="Services"
      description="Codes of the services that they may choose from. Leave empty for all."
      data={[...new Set(codes)]}
      {...form.getInputProps("services")}
    />
  );
}

/** What happens with an order, and what the customer may do later. */
function ApprovalFields({ form, isConfirmed }: ApprovalProps) {
  const missing =
    "Needs an own fleet, and a customer who has entered a code from the email on the form once.";
  return (
    <Section title="Approval">
      <Radio.Group {...form.getInputProps("approval")}>
        <Stack gap="sm">
          <Radio
            value="each"
            label="Somebody approves each order"
            description="Until then no carrier is asked, and nobody is written to."
          />
          <Radio
            value="none"
            label="Book each order at once"
            description={isConfirmed ? "With your own fleet's cheapest offer." : missing}
            disabled={!isConfirmed && form.values.approval === "each"}
          />
        </Stack>
      </Radio.Group>
      <Checkbox
        label="The customer may cancel own orders"
        description="Until the goods are picked up, with a code from the email."
        {...form.getInputProps("may_cancel", { type: "checkbox" })}
      />
      <Checkbox
        label="The customer may call goods back"
        description="While one of your riders has them. A handover before the rider has seen it counts."
        {...form.getInputProps("may_recall", { type: "checkbox" })}
      />
    </Section>
  );
}
