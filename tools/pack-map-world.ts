/** `bun run tools/pack-map-world.ts` writes the land and borders that maps show, from Natural Earth, on a coarser grid. */
import { fileURLToPath } from "node:url";
import world from "world-atlas/countries-50m.json";

const target = fileURLToPath(new URL("../src/web/map/world.topojson", import.meta.url));
/** Columns around the earth: one is 4 km wide at the equator. The shapes themselves are not much more exact. */
const columns = 10_000;
const degrees = 360 / columns;

type Point = [x: number, y: number];

const [scaleX, scaleY] = world.transform.scale;
const [west, south] = world.transform.translate;

/** A line of differences, as TopoJSON has them, on the coarse grid: points that fall together are one. */
function coarsen(arc: readonly number[][]): Point[] {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (const [dx = 0, dy = 0] of arc) {
    x += dx;
    y += dy;
    const point: Point = [
      Math.round((x * scaleX + west + 180) / degrees),
      Math.round((y * scaleY + south + 90) / degrees),
    ];
    const last = points.at(-1);
    if (!last || last[0] !== point[0] || last[1] !== point[1]) points.push(point);
  }
  const [only] = points;
  if (points.length === 1 && only) points.push(only);
  return points.map(([x, y], index) => {
    const before = points[index - 1];
    return before ? [x - before[0], y - before[1]] : [x, y];
  });
}

const shapesOnly = ({ geometries }: { geometries: readonly { type: string; arcs?: unknown }[] }) => ({
  type: "GeometryCollection",
  geometries: geometries.map(({ type, arcs }) => ({ type, arcs })),
});
const packed = {
  type: "Topology",
  transform: { scale: [degrees, degrees], translate: [-180, -90] },
  objects: { countries: shapesOnly(world.objects.countries), land: shapesOnly(world.objects.land) },
  arcs: world.arcs.map(coarsen),
};
await Bun.write(target, `${JSON.stringify(packed)}\n`);
