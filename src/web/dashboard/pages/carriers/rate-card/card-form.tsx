import { SimpleGrid } from "@mantine/core";
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { currencyCodes } from "@/infra/geography/country.ts";
import { isProblem, type Problem } from "@/web/browser/problem.ts";
import { Form } from "../../../components/form.tsx";
import { LongSelect } from "../../../components/long-select.tsx";
import { Memo } from "../../../components/memo.tsx";
import { Section } from "../../../components/section.tsx";
import { useSide } from "../../../side.ts";
import { Entries } from "./entries.tsx";
import { inMajorUnits } from "./major-units.ts";
import { beginningOf, listText } from "./portion.tsx";
import { cardOf } from "./request.ts";
import { soughtService, soughtZone } from "./search.ts";
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

/** A rate card as fields. What is wrong is shown at its field, for which its zone or service opens. */
export function CardFields({ form, save, submit, isDisabled }: CardFieldsProps) {
  const { zones, services, time_zone } = form.values;
  const needs = useSide().needing("carriers:write");
  const [openZone, setOpenZone] = useState(() => onlyKey(zones));
  const [openService, setOpenService] = useState(() => onlyKey(services));
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
      flushSync(() => {
        setOpenZone(faultyKey("zones", values, error) ?? openZone);
        setOpenService(faultyKey("services", values, error) ?? openService);
      });
      throw inMajorUnits(error, values);
    }
  };
  return (
    <Form
      form={form}
      send={send}
      submit={submit}
      isDisabled={isDisabled}
      needs={needs}
      hasField={(path) => hasField(form.getValues(), path)}
    >
      <Memo of={[form.values.currency, time_zone, form.errors]}>
        {() => (
          <Section title="General">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <LongSelect
                label="Currency"
                description="Of all amounts below"
                data={currencyCodes}
                searchable
                allowDeselect={false}
                {...form.getInputProps("currency")}
                value={form.values.currency || null}
              />
              <LongSelect
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
          open={openZone}
          setOpen={setOpenZone}
          also={form.errors}
          titleOf={({ code }) => code}
          soughtOf={soughtZone}
          summaryOf={({ by, countries, postal_prefixes, cities, radius }) =>
            by === "circle"
              ? `${radius.meters || "?"} m around a point`
              : [...countries, beginningOf(postal_prefixes), listText(cities)].join(" ")
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
          open={openService}
          setOpen={setOpenService}
          soughtOf={soughtService}
          also={[form.errors, form.values.currency, zones.map(({ code }) => code)]}
          titleOf={({ name, code }) => name || code}
          summaryOf={({ pickup_zones, delivery_zones }) =>
            `${listText(pickup_zones) || "?"} → ${listText(delivery_zones) || "?"}`
          }
        >
          {(index) => <ServiceFields form={form} index={index} />}
        </Entries>
      </Section>
    </Form>
  );
}

function onlyKey(entries: readonly { key: string }[]): string | null {
  const [only, ...others] = entries;
  return only && others.length === 0 ? only.key : null;
}

/** The key of the first entry of the list with a fault. */
function faultyKey(
  list: "zones" | "services",
  values: CardValues,
  { errors = [] }: Problem,
): string | undefined {
  const places = errors.flatMap(({ pointer = "" }) => {
    const [, named, index] = /^#\/(zones|services)\/(\d+)/.exec(pointer) ?? [];
    return named === list ? [Number(index)] : [];
  });
  return places.length === 0 ? undefined : values[list][Math.min(...places)]?.key;
}

/** Members whose fields the form keeps elsewhere. */
const keptElsewhere = /^services\.\d+\.(hours|latest_pickup|cut_off|order_until)(\.|$)/;

/** Whether the form has the field, which may be in a part that is closed. */
function hasField(values: CardValues, path: string): boolean {
  if (keptElsewhere.test(path)) return true;
  const value = path
    .split(".")
    .reduce<unknown>(
      (within, name) =>
        typeof within === "object" ? (within as Record<string, unknown> | null)?.[name] : undefined,
      values,
    );
  if (Array.isArray(value)) return value.every((each) => typeof each !== "object");
  return value !== undefined && typeof value !== "object";
}
