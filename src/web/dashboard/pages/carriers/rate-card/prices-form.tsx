import { SimpleGrid, Text, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { currencyCodes, currencyOf } from "@/infra/geography/country.ts";
import { isProblem } from "@/web/browser/problem.ts";
import { Form } from "../../../components/form.tsx";
import { countryOptions, LongSelect } from "../../../components/long-select.tsx";
import { MoneyField } from "../../../components/money-field.tsx";
import { Section } from "../../../components/section.tsx";
import { useCarrier } from "../use-carrier.ts";
import { HoursFields } from "./hours-fields.tsx";
import { areasMax, blankArea, type PricesValues } from "./prices.ts";
import { cardOfPrices, inPrices } from "./prices-request.ts";
import { Rows } from "./rows.tsx";

interface PricesFormProps {
  form: UseFormReturnType<PricesValues>;
  save: (card: unknown) => Promise<unknown>;
  submit: string;
  isDisabled: boolean;
}

/** A rate card as a list of prices: what a delivery costs by its area. */
export function PricesForm({ form, save, submit, isDisabled }: PricesFormProps) {
  const { needs } = useCarrier();
  const { country, currency, areas, kept } = form.values;
  const { from, to } = kept.evening.when;
  const send = async (values: PricesValues) => {
    try {
      await save(cardOfPrices(values));
    } catch (error) {
      throw isProblem(error) ? inPrices(error, values) : error;
    }
  };
  const chooseCountry = (chosen: string | null) => {
    const isUsual = currency === "" || (country !== "" && currency === currencyOf(country));
    form.setFieldValue("country", chosen ?? "");
    if (chosen && isUsual) form.setFieldValue("currency", currencyOf(chosen));
  };
  return (
    <Form form={form} send={send} submit={submit} isDisabled={isDisabled} needs={needs}>
      <Section
        title="Prices"
        lead="What a delivery costs, by the areas of its addresses. Between two areas the higher price counts."
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <LongSelect
            label="Country"
            required
            searchable
            allowDeselect={false}
            data={countryOptions}
            {...form.getInputProps("country")}
            value={country || null}
            onChange={chooseCountry}
          />
          <LongSelect
            label="Currency"
            required
            searchable
            allowDeselect={false}
            data={currencyCodes}
            {...form.getInputProps("currency")}
            value={currency || null}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          An area is postal codes, as they begin, and towns. Leave the last one empty for the rest of the
          country. The first area that fits an address counts.
        </Text>
        <Rows
          form={form}
          path="areas"
          rows={areas}
          what="area"
          blank={blankArea}
          min={1}
          max={areasMax}
          columns={2}
        >
          {(row) => (
            <>
              <Textarea
                label="Where"
                placeholder="101, 102, Potsdam"
                autosize
                minRows={1}
                maxRows={6}
                autoComplete="off"
                {...form.getInputProps(`${row}.where`)}
              />
              <MoneyField
                currency={currency}
                label="Price"
                required
                placeholder="4.50"
                {...form.getInputProps(`${row}.price`)}
              />
            </>
          )}
        </Rows>
        <MoneyField
          currency={currency}
          label="Extra for evenings"
          description={`Pickups from ${from} to ${to}, ${kept.card.time_zone}`}
          placeholder="None"
          maw={280}
          {...form.getInputProps("evening")}
        />
        <Text size="sm" c="dimmed">
          {durationText(kept.service)} Limits and all else stand under Form.
        </Text>
      </Section>
      <Section title="Opening hours" lead={`By the clocks of ${kept.card.time_zone}.`}>
        <HoursFields
          values={form.values}
          path="hours"
          field={(name, type) => form.getInputProps(name, type && { type })}
        />
      </Section>
    </Form>
  );
}

function durationText({ lead_minutes = 0, transit_minutes }: PricesValues["kept"]["service"]): string {
  const pickup = `The driver comes after ${lead_minutes} minutes`;
  return transit_minutes == null ? `${pickup}.` : `${pickup}, and delivers ${transit_minutes} minutes later.`;
}
