import { Input, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { type ReactNode, useEffect } from "react";
import { capitalized } from "@/infra/text/words.ts";
import { countryOptions, LongSelect } from "../../../components/long-select.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { OptionalFields } from "../../../components/optional-fields.tsx";
import { timeZoneName } from "../../../times.ts";
import { useZone } from "../../../zone.ts";
import { isWhole, useLocated } from "../place/located.ts";
import { StopPlace } from "../place/stop-place.tsx";

export type StopName = "pickup" | "delivery";

/** A part of a stop that can be closed to changes. */
export type StopPart = "address" | "window";

const optionalNames = {
  window: "Time window",
  contact: "company",
  instructions: "instructions",
  address: "coordinates",
} as const;

interface StopFieldsProps {
  /** The part of a form that a stop needs. */
  form: { errors: object; getInputProps: (path: string) => GetInputPropsReturnType };
  stop: StopName;
  /** What has no fields, because it cannot be changed any more. */
  closed?: readonly StopPart[];
  /** Whom the contact means. */
  known?: ReactNode;
  /** Hears whether the pin was set for another address; then somebody is asked. */
  onDoubt?: (isDoubtful: boolean) => void;
}

/** Contact and address of a stop. */
export function StopFields({ form, stop, closed = [], known, onDoubt }: StopFieldsProps) {
  const field = (name: string) => form.getInputProps(`${stop}.${name}`);
  const names = (Object.keys(optionalNames) as (keyof typeof optionalNames)[])
    .filter((part) => !closed.some((each) => each === part))
    .map((part) => optionalNames[part])
    .join(", ");
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Name" required autoComplete="off" {...field("contact.name")} />
        <TextInput
          label="Phone"
          type="tel"
          placeholder="+4930123456"
          autoComplete="off"
          {...field("contact.phone")}
        />
      </SimpleGrid>
      {known}
      {!closed.includes("address") && (
        <>
          <AddressFields field={field} />
          <PlaceOfAddress stop={stop} field={field} onDoubt={onDoubt} />
        </>
      )}
      <OptionalFields label={capitalized(names)} errors={form.errors}>
        {!closed.includes("window") && <WindowFields field={field} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label="Company" autoComplete="off" {...field("contact.company")} />
          <TextInput label="Email address" type="email" autoComplete="off" {...field("contact.email")} />
          <TextInput label="Language" placeholder="de-AT" autoComplete="off" {...field("contact.language")} />
        </SimpleGrid>
        <Textarea label="Instructions for the driver" autosize minRows={2} {...field("instructions")} />
        {!closed.includes("address") && <PlaceFields field={field} />}
      </OptionalFields>
    </Stack>
  );
}

interface PartProps {
  field: (name: string) => GetInputPropsReturnType;
}

function AddressFields({ field }: PartProps) {
  return (
    <>
      <TextInput label="Street and number" required autoComplete="off" {...field("address.line1")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Postal code" autoComplete="off" {...field("address.postal_code")} />
        <TextInput label="Town" required autoComplete="off" {...field("address.city")} />
        <TextInput label="State or region" autoComplete="off" {...field("address.state")} />
        <LongSelect
          label="Country"
          required
          searchable
          autoComplete="off"
          data={countryOptions}
          {...field("address.country")}
        />
      </SimpleGrid>
    </>
  );
}

/** The address as it is typed. */
function addressIn(field: PartProps["field"]) {
  const part = (name: string) => field(`address.${name}`).value ?? "";
  return {
    line1: part("line1"),
    city: part("city"),
    state: part("state"),
    postal_code: part("postal_code"),
    country: part("country"),
    latitude: part("latitude"),
    longitude: part("longitude"),
  };
}

function PlaceOfAddress({
  stop,
  field,
  onDoubt,
}: PartProps & { stop: StopName; onDoubt: StopFieldsProps["onDoubt"] }) {
  return (
    <StopPlace
      stop={stop}
      address={addressIn(field)}
      onPin={(place) => {
        field("address.latitude").onChange(place?.latitude ?? "");
        field("address.longitude").onChange(place?.longitude ?? "");
      }}
      onFill={(parts) => {
        for (const [name, part] of Object.entries(parts)) field(`address.${name}`).onChange(part);
      }}
      onDoubt={onDoubt}
    />
  );
}

/** Times of the place: what is typed stays when its zone becomes known. */
function WindowFields({ field }: PartProps) {
  const { latitude, longitude, ...text } = addressIn(field);
  const { located } = useLocated(text);
  const zone = useZone({ country: text.country, latitude, longitude, area: located?.area });
  const { value: kept, onChange: keep } = field("window.zone");
  const isAsking = zone === "" && located === undefined && isWhole(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form makes a new handler each time
  useEffect(() => {
    if (!isAsking && zone !== kept) keep(zone);
  }, [isAsking, zone, kept]);
  return (
    <Stack gap={4} role="group" aria-label="Time window">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput type="datetime-local" label="From" {...field("window.start")} />
        <TextInput type="datetime-local" label="Until" {...field("window.end")} />
      </SimpleGrid>
      <Input.Description>
        {kept ? `In the time zone of the address, ${kept}.` : `In your time zone, ${timeZoneName()}.`}
      </Input.Description>
    </Stack>
  );
}

function PlaceFields({ field }: PartProps) {
  return (
    <>
      <TextInput label="Floor, apartment, building" autoComplete="off" {...field("address.line2")} />
      <Stack gap={4} role="group" aria-label="Coordinates">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <NumberField label="Latitude" placeholder="52.5291" {...field("address.latitude")} />
          <NumberField label="Longitude" placeholder="13.4014" {...field("address.longitude")} />
        </SimpleGrid>
        <Input.Description>
          Optional. Without them Waybill knows the town only, and no distance.
        </Input.Description>
      </Stack>
    </>
  );
}
