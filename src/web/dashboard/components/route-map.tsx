import { Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Route } from "../../map/route.ts";
import type { RouteMap } from "../../map/route-map.ts";

/** A map of a route; the map library loads when the first map is shown. */
export function RouteMapView({ route, label }: { route: Route; label: string }) {
  const place = useRef<HTMLElement>(null);
  const [map, setMap] = useState<RouteMap>();
  useEffect(() => {
    let isGone = false;
    let drawn: RouteMap | undefined;
    void import("../../map/route-map.ts").then(({ drawRouteMap }) => {
      if (isGone || place.current === null) return;
      drawn = drawRouteMap(place.current);
      setMap(drawn);
    });
    return () => {
      isGone = true;
      drawn?.remove();
    };
  }, []);
  useEffect(() => map?.show(route), [map, route]);
  return (
    <Skeleton visible={map === undefined}>
      <section ref={place} className="route-map" aria-label={label} />
    </Skeleton>
  );
}
