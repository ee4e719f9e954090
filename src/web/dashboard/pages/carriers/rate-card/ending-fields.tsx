import { SimpleGrid, Text } from "@mantine/core";
import { feeSubstatuses } from "@/delivery/carriers/kinds/fleet/words.ts";
import { NumberField } from "../../../components/number-field.tsx";
import { humanize } from "../../../format.ts";
import { Choice } from "./choice.tsx";
import { Rows } from "./rows.tsx";
import { blankFee, type CardForm, wide } from "./values.ts";

const steps = feeSubstatuses.map((value) => ({ value, label: humanize(value) }));

interface EndingFieldsProps {
  form: CardForm;
  /** Of the service. */
  index: number;
}

/** What a delivery costs that is cancelled, comes back or fails. */
export function EndingFields({ form, index }: EndingFieldsProps) {
  const path = `services.${index}`;
  const field = (name: string) => form.getInputProps(`${path}.${name}`);
  return (
    <>
      <CancellationRows form={form} index={index} />
      <SimpleGrid type="container" cols={{ base: 1, [wide]: 2 }} spacing="sm">
        <NumberField
          label="Return (percent)"
          description="Of the price, on top, when the goods are back"
          placeholder="0"
          {...field("return_percent")}
        />
        <NumberField
          label="Failed delivery (percent)"
          description="Of the price; damaged or lost goods then cost nothing"
          placeholder="100, also for damaged or lost goods"
          {...field("failed_percent")}
        />
      </SimpleGrid>
    </>
  );
}

function CancellationRows({ form, index }: EndingFieldsProps) {
  const rows = form.values.services[index]?.cancellation ?? [];
  return (
    <>
      <Text size="sm" c="dimmed">
        {rows.length === 0
          ? "Cancelling is free."
          : "Percent of the price, until the driver has come so far. After the last step it is the whole price."}
      </Text>
      <Rows
        form={form}
        path={`services.${index}.cancellation`}
        rows={rows}
        what="step"
        blank={blankFee}
        columns={2}
      >
        {(row) => (
          <>
            <Choice form={form} path={`${row}.until`} label="Until" data={steps} />
            <NumberField label="Percent" {...form.getInputProps(`${row}.percent`)} />
          </>
        )}
      </Rows>
    </>
  );
}
