import { Stack, Text } from "@mantine/core";
import { useId } from "react";
import { baseForPin } from "@/web/map/base.ts";
import type { Place, Surroundings } from "@/web/map/place.ts";
import type { RouteEnd } from "@/web/map/route.ts";
import { PinMapView } from "./pin-map.tsx";
import { type FoundParts, PlaceSearch } from "./search.tsx";
import { placeInWords } from "./words.ts";

/** The parts of an address that are searched. */
interface SearchedAddress {
  line1: string;
  postal_code: string | null;
  city: string;
  country: string;
}

interface PlacePickerProps {
  stop: RouteEnd["kind"];
  address: SearchedAddress;
  /** The town; undefined or null where it is not known. */
  area: Surroundings | null | undefined;
  pin: Place | undefined;
  /** Its search takes the focus. */
  isFirst?: boolean;
  /** The address is searched at once, also where people search by a button. */
  isSearching?: boolean;
  onPin: (place: Place, address?: FoundParts) => void;
}

/** Sets the pin of an address: by a search, by what somebody pastes, or on the map. */
export function PlacePicker({ stop, address, area, pin, onPin, ...of }: PlacePickerProps) {
  const hint = useId();
  const { line1, postal_code, city, country } = address;
  const text = [line1, [postal_code, city].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const around = area ?? undefined;
  const hasMap = baseForPin(pin, around) !== undefined;
  return (
    <Stack gap="sm">
      <PlaceSearch text={text} country={country} near={pin ?? around} onFound={onPin} {...of} />
      {hasMap && (
        <div>
          <PinMapView
            label={`Map with the pin of the ${stop}`}
            hint={hint}
            pin={pin}
            around={around}
            onMove={(place) => onPin(place)}
          />
          <Text id={hint} size="xs" c="dimmed" mt={4}>
            Click the map or drag the pin. With the keyboard: arrow keys move it, Shift moves it further, +
            and − zoom.
          </Text>
        </div>
      )}
      <Text size="sm" role="status">
        {pin ? `The pin is ${placeInWords(pin, around, city)}.` : "No pin yet."}
      </Text>
    </Stack>
  );
}
