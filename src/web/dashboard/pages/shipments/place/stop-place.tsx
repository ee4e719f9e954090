import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconMapPin } from "@tabler/icons-react";
import { useState } from "react";
import { knownPlace } from "@/delivery/model/address.ts";
import type { Place } from "@/web/map/place.ts";
import type { RouteEnd } from "@/web/map/route.ts";
import { useLazy } from "../../../components/lazy.ts";
import type { NumberValue } from "../../../number-value.ts";
import { type TypedAddress, useLocated } from "./located.ts";
import { placeInWords } from "./words.ts";

const loadPicker = () => import("./picker.tsx").then(({ PlacePicker }) => PlacePicker);

interface StopPlaceProps {
  stop: RouteEnd["kind"];
  address: TypedAddress & { latitude: NumberValue; longitude: NumberValue };
  /** Undefined removes the pin. */
  onPin: (place: Place | undefined) => void;
}

/** Whether Waybill knows the place of an address in a form, and the pin that somebody sets for it. */
export function StopPlace({ stop, address, onPin }: StopPlaceProps) {
  const [isOpen, setOpen] = useState(false);
  const Picker = useLazy(isOpen, loadPicker);
  const { latitude, longitude, ...text } = address;
  const located = useLocated(text);
  const pin =
    typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;
  const known = located && knownPlace(located);
  const wordsOf = () => {
    if (pin) return isOpen ? undefined : `Pin set, ${placeInWords(pin, located?.area, text.city)}.`;
    if (known) return `Place known, ${placeInWords(known, located?.area, text.city)}.`;
    return located && "Place not known yet: the price by distance needs it.";
  };
  const words = wordsOf();
  return (
    <Stack gap="xs" role="group" aria-label={`Place of the ${stop}`}>
      <Group gap="xs">
        {words && <Text size="sm">{words}</Text>}
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
      {isOpen &&
        (Picker ? (
          <Picker stop={stop} address={text} area={located?.area} pin={pin ?? known} onPin={onPin} />
        ) : (
          <Skeleton h={120} />
        ))}
    </Stack>
  );
}
