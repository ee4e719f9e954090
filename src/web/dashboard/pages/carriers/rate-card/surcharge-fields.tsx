import { SimpleGrid, Textarea } from "@mantine/core";
import {
  percentBases,
  requirementWords,
  stopWords,
  weekdays,
} from "@/delivery/carriers/kinds/fleet/words.ts";
import { LongMultiSelect } from "../../../components/long-select.tsx";
import { MoneyField } from "../../../components/money-field.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { OptionalFields } from "../../../components/optional-fields.tsx";
import { humanize } from "../../../format.ts";
import { Choice } from "./choice.tsx";
import { NamedFields } from "./named-fields.tsx";
import { Rows } from "./rows.tsx";
import { TimeField } from "./time-field.tsx";
import { blankSurcharge, type CardForm, dayNames, wide } from "./values.ts";

const days = weekdays.map((value) => ({ value, label: dayNames[value] }));
const requirements = requirementWords.map((value) => ({ value, label: humanize(value) }));
const stops = stopWords.map((value) => ({ value, label: humanize(value) }));
const bases = percentBases.map((value) => ({
  value,
  label: { lines: "Price lines", all_before: "All before" }[value],
}));

/** What few surcharges have. */
const rareMembers = [
  ...["at", "zone", "window_under_minutes", "side_over_mm", "weight_over_grams", "dates"].map(
    (name) => `when.${name}`,
  ),
  "percent_of",
];

interface SurchargeRowsProps {
  form: CardForm;
  /** Of the service. */
  index: number;
  /** Codes of the card's zones. */
  zones: readonly string[];
}

/** What comes on top of a price, and when. */
export function SurchargeRows({ form, index, zones }: SurchargeRowsProps) {
  const { currency } = form.values;
  return (
    <Rows
      form={form}
      path={`services.${index}.surcharges`}
      rows={form.values.services[index]?.surcharges ?? []}
      what="surcharge"
      blank={blankSurcharge}
    >
      {(row) => {
        const field = (name: string) => form.getInputProps(`${row}.${name}`);
        return (
          <>
            <SimpleGrid type="container" cols={{ base: 2, [wide]: 4 }} spacing="xs">
              <NamedFields form={form} path={row} example="Evening" />
              <MoneyField currency={currency} label="Amount" {...field("amount")} />
              <NumberField label="Or percent" {...field("percent")} />
            </SimpleGrid>
            <SimpleGrid type="container" cols={{ base: 2, [wide]: 4 }} spacing="xs">
              <TimeField label="From" placeholder="18:00" {...field("when.from")} />
              <TimeField label="Until" placeholder="22:00" {...field("when.to")} />
              <Choice form={form} path={`${row}.when.requirement`} label="If required" data={requirements} />
            </SimpleGrid>
            <LongMultiSelect
              label="On"
              searchable
              placeholder="Any day"
              data={days}
              {...field("when.days")}
            />
            <OptionalFields
              label="Zone, dates, size, window"
              errors={form.errors}
              paths={rareMembers.map((name) => `${row}.${name}`)}
            >
              <SimpleGrid type="container" cols={{ base: 2, [wide]: 4 }} spacing="xs">
                <Choice form={form} path={`${row}.when.at`} label="Judged at" data={stops} />
                <Choice form={form} path={`${row}.when.zone`} label="In zone" data={zones} />
                <Choice form={form} path={`${row}.percent_of`} label="Percent of" data={bases} />
                <NumberField
                  label="Window under (min)"
                  placeholder="Any"
                  {...field("when.window_under_minutes")}
                />
                <NumberField label="Side over (cm)" placeholder="Any" {...field("when.side_over_mm")} />
                <NumberField
                  label="Weight over (kg)"
                  placeholder="Any"
                  {...field("when.weight_over_grams")}
                />
              </SimpleGrid>
              <Textarea
                label="On the dates"
                description="Such as 2026-12-24, separated by spaces"
                autosize
                maxRows={4}
                {...field("when.dates")}
              />
            </OptionalFields>
          </>
        );
      }}
    </Rows>
  );
}
