/** Land of a globe, cut for a flat map: where a shape crosses 180°, its line would go across all oceans. */

type Point = number[];

const halfTurn = 180;
const wholeTurn = 360;
/** Degrees to which the map goes on to both sides: who lives at 180° sees what is around them. */
const edge = 200;

/** A ring in the pieces that lie on the map, at each side on which they do. Around a pole, the map ends at the pole. */
export function cutRing(ring: readonly Point[]): Point[][] {
  const turned = unrolled(ring);
  const turns = turned.map(([longitude = 0]) => Math.floor((longitude + halfTurn) / wholeTurn));
  const pieces: Point[][] = [];
  for (let turn = Math.min(...turns) - 1; turn <= Math.max(...turns) + 1; turn += 1) {
    const moved = turned.map(([longitude = 0, latitude = 0]) => [longitude - turn * wholeTurn, latitude]);
    const piece = clip(clip(moved, 1), -1);
    if (hasArea(piece)) pieces.push(piece);
  }
  return pieces;
}

/** A line in the pieces that lie on the map. */
export function cutLine(line: readonly Point[]): Point[][] {
  const pieces: Point[][] = [[]];
  for (const [at, point] of line.entries()) {
    if (Math.abs((point[0] ?? 0) - (line[at - 1]?.[0] ?? point[0] ?? 0)) > halfTurn) pieces.push([]);
    pieces.at(-1)?.push(point);
  }
  return pieces.filter(({ length }) => length > 1);
}

/** The ring as if the map went on: no step is longer than half a turn. */
function unrolled(ring: readonly Point[]): Point[] {
  let turn = 0;
  let last = ring[0]?.[0] ?? 0;
  const points: Point[] = ring.map(([longitude = 0, latitude = 0]) => {
    if (longitude - last > halfTurn) turn -= 1;
    if (last - longitude > halfTurn) turn += 1;
    last = longitude;
    return [longitude + turn * wholeTurn, latitude];
  });
  const [first, end] = [points[0], points.at(-1)];
  if (turn === 0 || !first || !end) return points;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...points, [end[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}

/** What of a ring lies before the map's east edge (`side` 1) or its west edge (`side` -1). */
function clip(ring: readonly Point[], side: 1 | -1): Point[] {
  const isInside = ([longitude = 0]: Point) => longitude * side <= edge;
  return ring.flatMap((point, at) => {
    const before = ring.at(at - 1) ?? point;
    const here = isInside(point) ? [point] : [];
    return isInside(before) === isInside(point) ? here : [crossing(before, point, edge * side), ...here];
  });
}

function crossing([fromX = 0, fromY = 0]: Point, [toX = 0, toY = 0]: Point, at: number): Point {
  return [at, fromY + ((toY - fromY) * (at - fromX)) / (toX - fromX)];
}

function hasArea(ring: readonly Point[]): boolean {
  return new Set(ring.map(([longitude]) => longitude)).size > 1;
}
