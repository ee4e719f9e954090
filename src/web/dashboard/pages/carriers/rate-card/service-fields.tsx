import { SimpleGrid, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { vehicleTypes } from "@/delivery/model/model.ts";
import { LongSelect } from "../../../components/long-select.tsx";
import { Memo } from "../../../components/memo.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { OptionalFields } from "../../../components/optional-fields.tsx";
import { humanize } from "../../../format.ts";
import { DayTimeFields } from "./day-time-fields.tsx";
import { EndingFields } from "./ending-fields.tsx";
import { HoursFields } from "./hours-fields.tsx";
import { NamedFields } from "./named-fields.tsx";
import { PriceFields } from "./price-fields.tsx";
import { SurchargeRows } from "./surcharge-fields.tsx";
import { belowInput, type CardForm, wide } from "./values.ts";
import { ZoneCodes } from "./zone-codes.tsx";

const vehicles = vehicleTypes.map((value) => ({ value, label: humanize(value) }));

interface ServiceFieldsProps {
  form: CardForm;
  index: number;
}

/** One service: from where to where, for how much, and when. Each part renders by itself. */
export function ServiceFields({ form, index }: ServiceFieldsProps) {
  const { currency, zones, services } = form.values;
  const service = services[index];
  if (!service) return null;
  const codes = [...new Set(zones.map(({ code }) => code))].filter((code) => code !== "");
  const { code, name, pickup_zones, delivery_zones, vehicle, price, zone_prices } = service;
  const { surcharges, cancellation, lead_minutes, speed_kmh, transit_minutes, hold_minutes } = service;
  const { isAlwaysOpen, hours, closed_dates, latest, order_until, limits, dimensional_divisor } = service;
  const { return_percent, failed_percent } = service;
  const part = (label: string, members: object, fields: ReactNode, shown: unknown = null) => (
    <Memo of={[index, members, shown, form.errors]}>
      {() => (
        <OptionalFields
          label={label}
          errors={form.errors}
          paths={Object.keys(members).map((name) => `services.${index}.${name}`)}
        >
          {fields}
        </OptionalFields>
      )}
    </Memo>
  );
  return (
    <>
      <Memo of={[index, codes, code, name, pickup_zones, delivery_zones, vehicle, form.errors]}>
        {() => <MainFields form={form} index={index} zones={codes} />}
      </Memo>
      <Memo of={[index, currency, codes, price, zone_prices, form.errors]}>
        {() => <PriceFields form={form} index={index} zones={codes} />}
      </Memo>
      {part("Surcharges", { surcharges }, <SurchargeRows form={form} index={index} zones={codes} />, [
        currency,
        codes,
      ])}
      {part(
        "Cancellations, returns, failures",
        { cancellation, return_percent, failed_percent },
        <EndingFields form={form} index={index} />,
      )}
      {part(
        "Duration",
        { lead_minutes, speed_kmh, transit_minutes, hold_minutes },
        <DurationFields form={form} index={index} />,
      )}
      {part(
        "Opening hours",
        // The latest pickup has its name of the card.
        { isAlwaysOpen, hours, closed_dates, latest, order_until, latest_pickup: null, cut_off: null },
        <HourFields form={form} index={index} />,
      )}
      {part("Limits", { limits, dimensional_divisor }, <LimitFields form={form} index={index} />)}
    </>
  );
}

function MainFields({ form, index, zones }: ServiceFieldsProps & { zones: readonly string[] }) {
  const path = `services.${index}`;
  const field = (name: string) => form.getInputProps(`${path}.${name}`);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NamedFields form={form} path={path} example="Express" required />
      <ZoneCodes label="Pickup in" zones={zones} {...field("pickup_zones")} />
      <ZoneCodes label="Delivery in" zones={zones} {...field("delivery_zones")} />
      <LongSelect
        label="Vehicle"
        placeholder="Any"
        data={vehicles}
        clearable
        {...field("vehicle")}
        value={form.values.services[index]?.vehicle || null}
        onChange={(chosen) => form.setFieldValue(`${path}.vehicle`, chosen ?? "")}
      />
    </SimpleGrid>
  );
}

function DurationFields({ form, index }: ServiceFieldsProps) {
  const field = (name: string) => form.getInputProps(`services.${index}.${name}`);
  return (
    <SimpleGrid type="container" cols={{ base: 1, [wide]: 2 }} spacing="sm">
      <NumberField
        label="Until the pickup (minutes)"
        description="With the way there"
        placeholder="0"
        {...field("lead_minutes")}
      />
      <NumberField label="Speed (km/h)" description="To the delivery, by distance" {...field("speed_kmh")} />
      <NumberField label="Or always (minutes)" description="To the delivery" {...field("transit_minutes")} />
      <NumberField
        label="Longest wait (minutes)"
        description="With the driver, until the delivery window starts"
        placeholder="As long as needed"
        {...field("hold_minutes")}
      />
    </SimpleGrid>
  );
}

function LimitFields({ form, index }: ServiceFieldsProps) {
  const field = (name: string) => form.getInputProps(`services.${index}.${name}`);
  return (
    <SimpleGrid type="container" cols={{ base: 2, [wide]: 3 }} spacing="sm">
      <NumberField label="Weight (kg)" placeholder="None" {...field("limits.weight_grams")} />
      <NumberField label="Parcels" placeholder="None" {...field("limits.parcels")} />
      <NumberField
        label="Distance (km)"
        placeholder="None"
        {...belowInput("Needs known places")}
        {...field("limits.distance_meters")}
      />
      <NumberField label="Longest side (cm)" placeholder="None" {...field("limits.length_mm")} />
      <NumberField label="Second side (cm)" placeholder="None" {...field("limits.width_mm")} />
      <NumberField label="Shortest side (cm)" placeholder="None" {...field("limits.height_mm")} />
      <NumberField label="Sum of sides (cm)" placeholder="None" {...field("limits.sides_sum_mm")} />
      <NumberField label="Girth (cm)" placeholder="None" {...field("limits.girth_mm")} />
      <NumberField
        label="cm³ that count as 1 kg"
        placeholder="Only the real weight"
        {...field("dimensional_divisor")}
      />
    </SimpleGrid>
  );
}

function HourFields({ form, index }: ServiceFieldsProps) {
  const path = `services.${index}`;
  const field = (name: string) => form.getInputProps(`${path}.${name}`);
  const service = form.values.services[index];
  if (!service) return null;
  const { latest, latestNames, order_until } = service;
  return (
    <>
      <HoursFields
        values={service}
        path={`${path}.hours`}
        field={(name, type) => form.getInputProps(`${path}.${name}`, type && { type })}
      />
      <DayTimeFields
        form={form}
        path={`${path}.latest`}
        member={`${path}.${latestNames[0] ?? "latest_pickup"}`}
        times={latest}
        label="Latest pickup"
        description="Later ones move to the next opening"
      />
      <DayTimeFields
        form={form}
        path={`${path}.order_until`}
        member={`${path}.order_until`}
        times={order_until}
        label="Order until"
        description="For a pickup on the day; later orders move to the next day"
        hasDaysBefore
      />
      <Textarea
        label="Closed on"
        description="Dates such as 2026-12-25, separated by spaces"
        autosize
        maxRows={6}
        {...field("closed_dates")}
      />
    </>
  );
}
