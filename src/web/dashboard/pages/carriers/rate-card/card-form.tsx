import { Select, SimpleGrid } from "@mantine/core";
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { currencyCodes } from "@/infra/geography/country.ts";
import { isProblem, type Problem } from "@/web/browser/problem.ts";
import { Form } from "../../../components/form.tsx";
import { Memo } from "../../../components/memo.tsx";
import { Section } from "../../../components/section.tsx";
import { useSide } from "../../../side.ts";
import { Entries } from "./entries.tsx";
import { inMajorUnits } from "./major-units.ts";
import { cardOf } from "./request.ts";
import { ServiceFields } from "./service-fields.tsx";
import { newService, newZone } from "./shown-card.ts";
import type { CardForm, CardValues } from "./values.ts";
import { ZoneFields } from "./zone-fields.tsx";

interface CardFieldsProps {
  form: CardForm;
  save: (card: unknown) => Promise<unknown>;
  submit: string;
  isDisabled: boolean;
}

/** Entries of a card are few in most cards: then they begin open. */
const openMax = 3;

/** A rate card as fields. What is wrong is shown at its field, for which its zone or service opens. */
export function CardFields({ form, save, submit, isDisabled }: CardFieldsProps) {
  const { zones, services, time_zone } = form.values;
  const needs = useSide().needing("carriers:write");
  const [open, setOpen] = useState<readonly string[]>(() =>
    [...(zones.length > openMax ? [] : zones), ...(services.length > 1 ? [] : services)].map(
      ({ key }) => key,
    ),
  );
  const timeZones = useMemo(
    () => [...new Set([...Intl.supportedValuesOf("timeZone"), time_zone])],
    [time_zone],
  );
  const send = async (values: CardValues) => {
    try {
      await save(cardOf(values));
    } catch (error) {
      if (!isProblem(error)) throw error;
      // Before the errors look for their fields.
      flushSync(() => setOpen([...open, ...faultyEntries(values, error)]));
      throw inMajorUnits(error, values);
    }
  };
  return (
    <Form form={form} send={send} submit={submit} isDisabled={isDisabled} needs={needs}>
      <Memo of={[form.values.currency, time_zone, form.errors]}>
        {() => (
          <Section title="General">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <Select
                label="Currency"
                description="Of all amounts below"
                data={currencyCodes}
                searchable
                allowDeselect={false}
                {...form.getInputProps("currency")}
                value={form.values.currency || null}
              />
              <Select
                label="Time zone"
                description="Of hours, cut-offs and surcharges"
                data={timeZones.filter((name) => name !== "")}
                searchable
                allowDeselect={false}
                {...form.getInputProps("time_zone")}
                value={time_zone || null}
              />
            </SimpleGrid>
          </Section>
        )}
      </Memo>
      <Section
        title="Zones"
        lead="Where your fleet goes. The first zone that contains an address, and that the service lists, counts."
      >
        <Entries
          form={form}
          path="zones"
          entries={zones}
          what="zone"
          blank={newZone}
          open={open}
          setOpen={setOpen}
          also={form.errors}
          titleOf={({ code }) => code}
          summaryOf={({ by, countries, postal_prefixes, cities, radius }) =>
            by === "circle"
              ? `${radius.meters || "?"} m around a point`
              : [...countries, postal_prefixes, cities.join(", ")].join(" ")
          }
        >
          {(index) => <ZoneFields form={form} index={index} />}
        </Entries>
      </Section>
      <Section title="Services" lead="What you offer, for which price, and when.">
        <Entries
          form={form}
          path="services"
          entries={services}
          what="service"
          blank={newService}
          open={open}
          setOpen={setOpen}
          also={[form.errors, form.values.currency, zones.map(({ code }) => code)]}
          titleOf={({ name, code }) => name || code}
          summaryOf={({ pickup_zones, delivery_zones }) =>
            `${pickup_zones.join(", ") || "?"} → ${delivery_zones.join(", ") || "?"}`
          }
        >
          {(index) => <ServiceFields form={form} index={index} />}
        </Entries>
      </Section>
    </Form>
  );
}

/** The keys of the zones and services with faults. */
function faultyEntries({ zones, services }: CardValues, { errors = [] }: Problem): string[] {
  return errors.flatMap(({ pointer = "" }) => {
    const [, list, index] = /^#\/(zones|services)\/(\d+)/.exec(pointer) ?? [];
    const entry = (list === "zones" ? zones : services)[Number(index)];
    return entry ? [entry.key] : [];
  });
}
