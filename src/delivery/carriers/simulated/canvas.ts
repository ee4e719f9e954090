import { encodeIndexed } from "./png.ts";

/** Steps between outside and inside at an edge: enough to look smooth, few enough for a palette. */
const edgeSteps = 6;
const paletteMax = 256;

export type Colour = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];

/** Pixels of one picture, `0xRRGGBB` each, row by row from the top. */
export interface Canvas {
  width: number;
  height: number;
  pixels: Uint32Array;
}

/** An area: how far a point is outside its edge, in pixels (negative inside), and the box around it. */
export interface Shape {
  distance(x: number, y: number): number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function createCanvas(width: number, height: number, background: Colour): Canvas {
  return { width, height, pixels: new Uint32Array(width * height).fill(toNumber(background)) };
}

/** Paints a shape with smooth edges; `opacity` below 1 lets the ground shine through. */
export function fill(canvas: Canvas, colour: Colour, shape: Shape, opacity = 1): void {
  const { width, height, pixels } = canvas;
  const [left, right] = [
    Math.max(0, Math.floor(shape.left) - 1),
    Math.min(width, Math.ceil(shape.right) + 1),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(shape.top) - 1),
    Math.min(height, Math.ceil(shape.bottom) + 1),
  ];
  const solid = toNumber(colour);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const distance = shape.distance(x + 0.5, y + 0.5);
      if (distance < 0.5) {
        const part = (Math.round(Math.min(0.5 - distance, 1) * edgeSteps) / edgeSteps) * opacity;
        const index = y * width + x;
        pixels[index] = part === 1 ? solid : mix(pixels[index] ?? 0, solid, part);
      }
    }
  }
}

export function rectangle(left: number, top: number, width: number, height: number, radius = 0): Shape {
  const [right, bottom] = [left + width, top + height];
  const distance = (x: number, y: number) => {
    const beside = Math.max(left - x, x - right) + radius;
    const above = Math.max(top - y, y - bottom) + radius;
    return (
      Math.min(Math.max(beside, above), 0) + Math.hypot(Math.max(beside, 0), Math.max(above, 0)) - radius
    );
  };
  return { distance, left, top, right, bottom };
}

export function ellipse(x: number, y: number, radiusX: number, radiusY: number): Shape {
  const distance = (px: number, py: number) =>
    (Math.hypot((px - x) / radiusX, (py - y) / radiusY) - 1) * Math.min(radiusX, radiusY);
  return { distance, left: x - radiusX, top: y - radiusY, right: x + radiusX, bottom: y + radiusY };
}

/** A convex area; corners clockwise as seen. */
export function polygon(corners: readonly Point[]): Shape {
  const edges = corners.map(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y];
    const length = Math.hypot(nextX - x, nextY - y) || 1;
    return { x, y, normalX: (nextY - y) / length, normalY: (x - nextX) / length };
  });
  const distance = (px: number, py: number) => {
    let most = Number.NEGATIVE_INFINITY;
    for (const { x, y, normalX, normalY } of edges) {
      most = Math.max(most, (px - x) * normalX + (py - y) * normalY);
    }
    return most;
  };
  return { distance, ...bounds(corners, 0) };
}

/** A straight line with round ends, as wide as two radii, which may differ. */
export function stroke(from: Point, to: Point, radiusFrom: number, radiusTo = radiusFrom): Shape {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const squared = dx * dx + dy * dy || 1;
  const distance = (x: number, y: number) => {
    const part = Math.min(Math.max(((x - from[0]) * dx + (y - from[1]) * dy) / squared, 0), 1);
    const away = Math.hypot(x - from[0] - dx * part, y - from[1] - dy * part);
    return away - (radiusFrom + (radiusTo - radiusFrom) * part);
  };
  return { distance, ...bounds([from, to], Math.max(radiusFrom, radiusTo)) };
}

/** The colour, brighter (above 1) or darker (below 1). */
export function shade([red, green, blue]: Colour, factor: number): Colour {
  return [red * factor, green * factor, blue * factor];
}

/** A PNG with a palette; beyond 256 colours the rarest give way to the most similar of the others. */
export function encodePng({ width, height, pixels }: Canvas): Uint8Array {
  const counts = countColours(pixels);
  const byCount = [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || a - b)
    .map(([colour]) => colour);
  const kept = byCount.slice(0, paletteMax);
  const indexes = new Map(kept.map((colour, index) => [colour, index]));
  for (const rare of byCount.slice(paletteMax)) {
    indexes.set(rare, nearest(kept, rare));
  }
  const data = new Uint8Array(pixels.length);
  let [seen, index] = [-1, 0];
  for (let pixel = 0; pixel < pixels.length; pixel++) {
    const colour = pixels[pixel] ?? 0;
    if (colour !== seen) {
      [seen, index] = [colour, indexes.get(colour) ?? 0];
    }
    data[pixel] = index;
  }
  const palette = kept.map((colour) => [...toColour(colour)]);
  return encodeIndexed({ width, height, data, palette });
}

/** Neighbours are mostly alike, so whole runs are counted at once. */
function countColours(pixels: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  let start = 0;
  for (let end = 1; end <= pixels.length; end++) {
    const colour = pixels[start] ?? 0;
    if (end === pixels.length || pixels[end] !== colour) {
      counts.set(colour, (counts.get(colour) ?? 0) + end - start);
      start = end;
    }
  }
  return counts;
}

function nearest(colours: readonly number[], wanted: number): number {
  const [red, green, blue] = toColour(wanted);
  const distances = colours.map((colour) => {
    const [otherRed, otherGreen, otherBlue] = toColour(colour);
    return Math.hypot(red - otherRed, green - otherGreen, blue - otherBlue);
  });
  return distances.indexOf(Math.min(...distances));
}

/** From `ground` that part of the way to `colour`. */
function mix(ground: number, colour: number, part: number): number {
  const level = (shift: number) => {
    const [from, to] = [(ground >>> shift) & 255, (colour >>> shift) & 255];
    return Math.round(from + (to - from) * part) << shift;
  };
  return level(16) | level(8) | level(0);
}

function toNumber(colour: Colour): number {
  const [red, green, blue] = colour.map((level) => Math.min(Math.max(Math.round(level), 0), 255));
  return ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0);
}

function toColour(number: number): Colour {
  return [(number >>> 16) & 255, (number >>> 8) & 255, number & 255];
}

function bounds(points: readonly Point[], margin: number): Omit<Shape, "distance"> {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}
