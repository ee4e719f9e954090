/** @jsxImportSource preact */
import { useEffect, useRef, useState } from "preact/hooks";
import { baseFor } from "../../map/base.ts";
import type { RouteEnd } from "../../map/route.ts";
import type { RouteMap } from "../../map/route-map.ts";
import { spotOf } from "../../map/whereabouts.ts";
import type { SeenStop } from "../day.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "../texts.ts";
import { nameOf } from "./lists.tsx";
import { useDriverState } from "./use-state.ts";

interface Props {
  stop: SeenStop;
  all: readonly SeenStop[];
}

/** A map of the stops ahead. It is large, so it is loaded when somebody asks for it. */
export function StopMap({ stop, all }: Props) {
  const texts = useTexts();
  const [isOpen, setOpen] = useState(false);
  const ends = endsOf(stop, all, texts);
  // Where a map would show nothing, the address and the phone's own navigation say more.
  if (baseFor(ends) === undefined) return null;
  return (
    <details class="map-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.showMap}</summary>
      {isOpen && <Picture ends={ends} />}
    </details>
  );
}

function Picture({ ends }: { ends: readonly RouteEnd[] }) {
  const texts = useTexts();
  const { position } = useDriverState();
  const element = useRef<HTMLElement>(null);
  const [map, setMap] = useState<RouteMap>();
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    let drawn: RouteMap | undefined;
    let isGone = false;
    import("../../map/route-map.ts")
      .then(({ drawRouteMap }) => {
        if (isGone || element.current === null) return;
        drawn = drawRouteMap(element.current);
        setMap(drawn);
      })
      .catch(() => setFailed(true));
    return () => {
      isGone = true;
      drawn?.remove();
    };
  }, []);
  useEffect(() => {
    map?.show({ ends, traveled: [], driver: position?.coords ?? null, planned: [] });
  }, [map, ends, position]);

  if (hasFailed) return <p role="alert">{texts.mapFailed}</p>;
  return <section ref={element} class="map" aria-label={texts.map} />;
}

/** The stop itself and those after it: a dot where the place is known, a circle where only the town is. */
function endsOf(stop: SeenStop, all: readonly SeenStop[], texts: Texts): RouteEnd[] {
  return [stop, ...all.filter(({ id }) => id !== stop.id)].flatMap((each) => {
    const spot = spotOf(each.address);
    const kind = each.kind === "pickup" ? ("pickup" as const) : ("delivery" as const);
    const { city } = each.address;
    const name = nameOf(each) ?? city;
    if (spot?.radiusMeters !== undefined)
      return [{ ...spot, kind, label: `${name}: ${texts.somewhere(city)}` }];
    return spot ? [{ ...spot, kind, label: name }] : [];
  });
}
