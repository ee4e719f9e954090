import { SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { RateCard } from "@/delivery/carriers/kinds/fleet/schema.ts";
import { isProblem } from "@/web/browser/problem.ts";
import { Form } from "../../../components/form.tsx";
import { countryOptions, LongSelect } from "../../../components/long-select.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import type { NumberValue } from "../../../number-value.ts";
import { largeUnit, measureFault, smallUnit, stepDigits } from "./measures.ts";

interface StopValues {
  address: { line1: string; postal_code: string; city: string; country: string };
}

interface Values extends Record<string, unknown> {
  pickup: StopValues;
  delivery: StopValues;
  /** In kg. */
  parcels: { weight_grams: NumberValue }[];
}

interface TypedAddressesProps {
  card: RateCard;
  send: (body: Record<string, unknown>) => Promise<unknown>;
}

/** Two addresses as people type them, for a price without a shipment. */
export function TypedAddresses({ card, send }: TypedAddressesProps) {
  const country = card.zones.find(({ countries }) => countries)?.countries?.[0] ?? "";
  const stop = { address: { line1: "", postal_code: "", city: "", country } };
  const form = useForm<Values>({
    initialValues: { pickup: stop, delivery: stop, parcels: [{ weight_grams: largeUnit(1000, stepDigits) }] },
  });
  const ask = async (values: Values) => {
    try {
      await send(bodyOf(values));
    } catch (error) {
      if (!isProblem(error)) throw error;
      const errors = error.errors?.map(({ detail, ...fault }) => {
        const isWeight = fault.pointer === "#/parcels/0/weight_grams";
        const weight = values.parcels[0]?.weight_grams ?? "";
        return { ...fault, detail: (isWeight && measureFault(weight, stepDigits, detail)) || detail };
      });
      throw errors ? { ...error, errors } : error;
    }
  };
  return (
    <Form form={form} send={ask} submit="Explain">
      <SimpleGrid type="container" cols={{ base: 1, "640px": 2 }} spacing="lg">
        {(["pickup", "delivery"] as const).map((name) => {
          const field = (member: string) => form.getInputProps(`${name}.address.${member}`);
          const title = name === "pickup" ? "From" : "To";
          return (
            <Stack key={name} gap="sm" role="group" aria-label={title}>
              <Text fw={600} size="sm">
                {title}
              </Text>
              <TextInput label="Street and number" autoComplete="off" {...field("line1")} />
              <SimpleGrid cols={2} spacing="sm">
                <TextInput label="Postal code" autoComplete="off" {...field("postal_code")} />
                <TextInput label="Town" required autoComplete="off" {...field("city")} />
              </SimpleGrid>
              <LongSelect
                label="Country"
                required
                searchable
                allowDeselect={false}
                data={countryOptions}
                {...field("country")}
                value={form.values[name].address.country || null}
              />
            </Stack>
          );
        })}
      </SimpleGrid>
      <NumberField label="Weight (kg)" required maw={160} {...form.getInputProps("parcels.0.weight_grams")} />
    </Form>
  );
}

/** The body of a shipment between the addresses. Whose they are does not change the price. */
function bodyOf({ pickup, delivery, parcels }: Values): Record<string, unknown> {
  const stop = (name: string, { address: { line1, postal_code, ...address } }: StopValues) => ({
    contact: { name },
    address: {
      ...address,
      // The API wants a street, and prices by area do not ask for it.
      line1: line1.trim() === "" ? "–" : line1,
      ...(postal_code !== "" && { postal_code }),
    },
  });
  return {
    pickup: stop("Sender", pickup),
    delivery: stop("Recipient", delivery),
    parcels: parcels.map(({ weight_grams }) => ({ weight_grams: smallUnit(weight_grams, stepDigits) })),
  };
}
