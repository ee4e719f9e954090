import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconMapPin } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { knownPlace } from "@/delivery/model/address.ts";
import type { Place } from "@/web/map/place.ts";
import type { RouteEnd } from "@/web/map/route.ts";
import { useLazy } from "../../../components/lazy.ts";
import { Notice } from "../../../components/notice.tsx";
import type { NumberValue } from "../../../number-value.ts";
import { LearnedPlace } from "./learned-place.tsx";
import { type TypedAddress, useLocated } from "./located.ts";
import { usePinDoubt } from "./pin-doubt.ts";
import type { FoundParts } from "./search.tsx";
import { placeInWords } from "./words.ts";

const loadPicker = () => import("./picker.tsx").then(({ PlacePicker }) => PlacePicker);

interface StopPlaceProps {
  stop: RouteEnd["kind"];
  address: TypedAddress & { latitude: NumberValue; longitude: NumberValue };
  /** Undefined removes the pin. */
  onPin: (place: Place | undefined) => void;
  /** Writes these parts into the fields of the address. */
  onFill: (parts: Partial<TypedAddress>) => void;
  /** Hears whether somebody has to say if the pin still holds. Without it nobody is asked here. */
  onDoubt?: ((isDoubtful: boolean) => void) | undefined;
}

/** Whether Waybill knows the place of an address in a form, and the pin that somebody sets for it. */
export function StopPlace({ stop, address, onPin, onFill, onDoubt }: StopPlaceProps) {
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<FoundParts>();
  const Picker = useLazy(isOpen, loadPicker);
  const { latitude, longitude, ...text } = address;
  const { located, isSettled } = useLocated(text);
  const pin =
    typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;
  const doubt = usePinDoubt(pin, text);
  const isDoubtful = onDoubt !== undefined && doubt.earlier !== undefined;
  useEffect(() => onDoubt?.(isDoubtful), [onDoubt, isDoubtful]);
  const known = located && knownPlace(located);
  const other = found && partsOf(found, (name, part) => part !== text[name].trim());
  const wordsOf = () => {
    if (pin) return isOpen ? undefined : `Pin set, ${placeInWords(pin, located?.area, text.city)}.`;
    if (known) return `Place known, ${placeInWords(known, located?.area, text.city)}.`;
    return located && "Place not known yet: the price by distance needs it.";
  };
  const words = wordsOf();
  function take(place: Place, parts?: FoundParts) {
    onPin(place);
    setFound(parts);
    if (parts) onFill(partsOf(parts, (name) => text[name].trim() === ""));
  }
  function fill(parts: Partial<TypedAddress>) {
    onFill(parts);
    doubt.keep({ ...text, ...parts });
    setFound(undefined);
  }
  return (
    <Stack gap="xs" role="group" aria-label={`Place of the ${stop}`}>
      <Group gap="xs">
        {words && <Text size="sm">{words}</Text>}
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMapPin size={14} />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Close" : pin || known ? "Move the pin" : "Set the pin"}
          </Button>
          {pin && (
            <Button size="xs" variant="subtle" onClick={() => onPin(undefined)}>
              Remove the pin
            </Button>
          )}
        </Group>
      </Group>
      {isDoubtful && doubt.earlier && (
        <Notice tone="warn">
          <Group gap="xs">
            <Text size="sm">The pin was set for {inOneLine(doubt.earlier)}. Is it still right?</Text>
            <Button size="xs" variant="default" onClick={() => doubt.keep()}>
              Keep the pin
            </Button>
          </Group>
        </Notice>
      )}
      {located && isSettled && !pin && (
        <LearnedPlace
          address={text}
          source={located.geocode_source}
          area={located.area}
          onTake={known ? undefined : onPin}
        />
      )}
      {pin && other && Object.keys(other).length > 0 && (
        <Group gap="xs">
          <Text size="sm">Found: {inOneLine({ ...text, ...other })}.</Text>
          <Button size="xs" variant="default" onClick={() => fill(other)}>
            Use this address
          </Button>
        </Group>
      )}
      {isOpen &&
        (Picker ? (
          <Picker stop={stop} address={text} area={located?.area} pin={pin ?? known} onPin={take} />
        ) : (
          <Skeleton h={120} />
        ))}
    </Stack>
  );
}

/** The parts that were found and wanted; the country was chosen before. */
function partsOf(
  { country: _, ...found }: FoundParts,
  isWanted: (name: keyof typeof found, part: string) => boolean,
): Partial<TypedAddress> {
  const names = Object.keys(found) as (keyof typeof found)[];
  const wanted = names.flatMap((name) => {
    const part = found[name];
    return part !== null && isWanted(name, part) ? [[name, part]] : [];
  });
  return Object.fromEntries(wanted);
}

function inOneLine({ line1, postal_code, city }: TypedAddress): string {
  return [line1, [postal_code, city].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}
