import { Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { PinMap } from "@/web/map/pin-map.ts";
import type { Place, Surroundings } from "@/web/map/place.ts";

interface PinMapProps {
  /** "Map with the pin of the pickup". */
  label: string;
  /** The id of the text that says how to move it. */
  hint: string;
  pin: Place | undefined;
  around: Surroundings | undefined;
  onMove: (place: Place) => void;
}

/** The map library loads when the first map is shown. */
export function PinMapView({ label, hint, pin, around, onMove }: PinMapProps) {
  const place = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<PinMap>();
  const moved = useRef(onMove);
  moved.current = onMove;
  useEffect(() => {
    let isGone = false;
    let drawn: PinMap | undefined;
    void import("@/web/map/pin-map.ts").then(({ drawPinMap }) => {
      if (isGone || place.current === null) return;
      drawn = drawPinMap(place.current, (to) => moved.current(to));
      setMap(drawn);
    });
    return () => {
      isGone = true;
      drawn?.remove();
    };
  }, []);
  useEffect(() => map?.show(pin, around), [map, pin, around]);
  return (
    <Skeleton visible={map === undefined}>
      <div ref={place} className="pin-map" role="application" aria-label={label} aria-describedby={hint} />
    </Skeleton>
  );
}
