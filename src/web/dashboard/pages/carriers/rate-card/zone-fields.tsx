import { SimpleGrid, TagsInput, Text, Textarea, TextInput } from "@mantine/core";
import { codeOfName } from "../../../code-of-name.ts";
import { countryOptions, LongMultiSelect, LongSelect } from "../../../components/long-select.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { haveBlanks } from "./prefixes.ts";
import { type CardForm, type CardValues, needsPlace, wide } from "./values.ts";

const kinds = [
  { value: "area", label: "Countries, postal codes or towns" },
  { value: "circle", label: "Circle around a point" },
] as const;

/** Where a zone is. */
export function ZoneFields({ form, index }: { form: CardForm; index: number }) {
  const field = (name: string) => form.getInputProps(`zones.${index}.${name}`);
  const zone = form.values.zones[index];
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="Code"
          required
          placeholder="center"
          autoComplete="off"
          {...field("code")}
          onChange={({ currentTarget: { value } }) =>
            form.setValues((card) => renamed(card as CardValues, index, value))
          }
          onBlur={({ currentTarget: { value } }) =>
            form.setValues((card) => renamed(card as CardValues, index, codeOfName(value)))
          }
        />
        <LongSelect label="Kind" data={kinds} allowDeselect={false} {...field("by")} />
      </SimpleGrid>
      {zone?.by === "circle" ? (
        <>
          <SimpleGrid type="container" cols={{ base: 1, [wide]: 3 }} spacing="sm">
            <NumberField label="Latitude" required placeholder="52.52" {...field("radius.latitude")} />
            <NumberField label="Longitude" required placeholder="13.405" {...field("radius.longitude")} />
            <NumberField label="Radius (m)" required placeholder="6000" {...field("radius.meters")} />
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {needsPlace}
          </Text>
        </>
      ) : (
        <>
          <LongMultiSelect
            label="Countries"
            data={countryOptions}
            searchable
            required
            {...field("countries")}
          />
          <Textarea
            label="Postal codes begin with"
            description={
              haveBlanks(zone?.countries ?? [])
                ? "Separated by commas: M is an area, M1 a district, M1 1 a sector. Without codes and towns: the whole of the countries."
                : "Separated by spaces. Without codes and towns: the whole of the countries."
            }
            placeholder="101 102"
            autosize
            maxRows={8}
            {...field("postal_prefixes")}
          />
          <TagsInput
            label="Or town is"
            description="As addresses write it. Press Enter after each."
            placeholder="Berlin"
            {...field("cities")}
          />
        </>
      )}
    </>
  );
}

/** The card with another code of a zone, also where services name the zone. */
function renamed(card: CardValues, index: number, code: string): CardValues {
  const before = card.zones[index]?.code;
  const isShared = card.zones.some((zone, at) => at !== index && zone.code === before);
  const rename = (name: string) => (name === before && !isShared ? code : name);
  return {
    ...card,
    zones: card.zones.map((zone, at) => (at === index ? { ...zone, code } : zone)),
    services: card.services.map((service) => ({
      ...service,
      pickup_zones: service.pickup_zones.map(rename),
      delivery_zones: service.delivery_zones.map(rename),
      zone_prices: service.zone_prices.map((pair) => ({
        ...pair,
        from: rename(pair.from),
        to: rename(pair.to),
      })),
      surcharges: service.surcharges.map((surcharge) => ({
        ...surcharge,
        when: { ...surcharge.when, zone: rename(surcharge.when.zone) },
      })),
    })),
  };
}
