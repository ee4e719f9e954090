import { Text } from "@mantine/core";
import type { Window } from "@/delivery/model/model.ts";
import { formatWindow } from "../format.ts";
import { timeZoneName } from "../times.ts";
import { useZone, type ZonedPlace } from "../zone.ts";

/** A window as the clocks at its place show it, with the name of their zone. */
export function WindowText({ window, place }: { window: Window; place: ZonedPlace }) {
  const zone = useZone(place);
  return (
    <>
      {formatWindow(window, zone)}{" "}
      <Text span inherit c="dimmed">
        {zone || timeZoneName()}
      </Text>
    </>
  );
}
