import { type Canvas, type Colour, createCanvas, encodePng, fill, type Point, stroke } from "./canvas.ts";
import { capitalShape, letterShape } from "./handwriting.ts";

const widthPixels = 480;
const heightPixels = 160;
const marginPixels = 22;
const paper: Colour = [255, 255, 255];
const ink: Colour = [24, 38, 92];
const penRadiusMin = 0.9;
const penRadiusMax = 1.9;
/** Letters after this many of a word run out into a wave, as a hurried hand does. */
const lettersMax = 6;
const wordsMax = 3;
/** Horizontal lean of a unit of height. */
const slant = 0.28;
const pointsPerKnot = 10;
/** A step between two points of the curve this long is fast. */
const fastPixels = 5;
const origin: Point = [0, 0];

/**
 * A hand-written name as a PNG, blue ink on white, 480 × 160 pixels: recognisably a signature, not readable as the name,
 * though its letters decide the ups and downs. The same name and random numbers give the same bytes.
 */
export function drawSignature(signerName: string, random: () => number): Uint8Array {
  const canvas = createCanvas(widthPixels, heightPixels, paper);
  const name = write(signerName, random);
  const lines = [name, underline(name, random)].filter((line) => line.length > 1);
  for (const curve of fit(lines.map(smooth))) {
    drawCurve(canvas, curve);
  }
  return encodePng(canvas);
}

/** The knots of the whole name in one line of the pen. */
function write(name: string, random: () => number): Point[] {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, wordsMax);
  const knots: Point[] = [];
  let x = 0;
  for (const word of words.length > 0 ? words : ["x"]) {
    const [first = "x", ...rest] = word;
    const letters = rest.slice(0, lettersMax);
    const shapes = [capitalShape(first), ...letters.map(letterShape)];
    for (const [index, shape] of shapes.entries()) {
      const size = index === 0 ? 1 : Math.max(0.45, 1 - index * 0.08);
      x = writeLetter(knots, shape, x, size, random);
    }
    x = writeTail(knots, rest.length - letters.length, x, random) + 0.35;
  }
  return knots;
}

function writeLetter(
  knots: Point[],
  shape: readonly Point[],
  x: number,
  size: number,
  random: () => number,
): number {
  const wide = 0.9 + random() * 0.5;
  const high = size * (0.85 + random() * 0.3);
  for (const [right, up] of shape) {
    const jitter = (random() - 0.5) * 0.12;
    const y = up * high + jitter;
    knots.push([x + right * wide + y * slant, -y]);
  }
  return x + (shape.at(-1)?.[0] ?? 0) * wide;
}

function writeTail(knots: Point[], letters: number, x: number, random: () => number): number {
  const waves = Math.min(letters, 3) + 1;
  let end = x;
  for (let wave = 0; wave < waves; wave++) {
    end += 0.35 + random() * 0.25;
    knots.push([end, -0.3 / (wave + 1)]);
    end += 0.35 + random() * 0.25;
    knots.push([end, 0.05 - random() * 0.1]);
  }
  return end;
}

/** A line under the name: back to the left, then to the right again; or none. */
function underline(name: readonly Point[], random: () => number): Point[] {
  const width = Math.max(...name.map(([x]) => x));
  const [isDrawn, left, right, drop] = [
    random() < 0.65,
    random() * 0.2,
    0.7 + random() * 0.4,
    1 + random() * 0.6,
  ];
  const knots: Point[] = [
    [width * right, drop - 0.45],
    [width * (left + right) * 0.5, drop - 0.05],
    [width * left, drop + 0.1],
    [width * (left + 0.06), drop + 0.3],
    [width * (left + right) * 0.5, drop + 0.02],
    [width * (right + 0.08), drop - 0.3],
  ];
  return isDrawn ? knots : [];
}

/** A Catmull-Rom spline through the knots. */
function smooth(knots: readonly Point[]): Point[] {
  const curve: Point[] = [];
  for (let index = 0; index < knots.length - 1; index++) {
    const [p1, p2] = [knots[index] ?? origin, knots[index + 1] ?? origin];
    const [p0, p3] = [knots[index - 1] ?? p1, knots[index + 2] ?? p2];
    for (let step = 0; step < pointsPerKnot; step++) {
      const t = step / pointsPerKnot;
      curve.push([catmullRom(p0[0], p1[0], p2[0], p3[0], t), catmullRom(p0[1], p1[1], p2[1], p3[1], t)]);
    }
  }
  return [...curve, ...knots.slice(-1)];
}

function catmullRom(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/** As large as the paper allows, in the middle of it. */
function fit(curves: readonly Point[][]): Point[][] {
  const points = curves.flat();
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  const scale = Math.min(
    (widthPixels - 2 * marginPixels) / (right - left),
    (heightPixels - 2 * marginPixels) / (bottom - top),
  );
  const [offsetX, offsetY] = [
    (widthPixels - (right + left) * scale) / 2,
    (heightPixels - (bottom + top) * scale) / 2,
  ];
  return curves.map((curve) => curve.map(([x, y]) => [x * scale + offsetX, y * scale + offsetY]));
}

/** Thick where the pen is slow, thin where it is fast. */
function drawCurve(canvas: Canvas, curve: readonly Point[]): void {
  let radius = penRadiusMax;
  for (const [index, point] of curve.slice(1).entries()) {
    const before = curve[index] ?? point;
    const speed = Math.hypot(point[0] - before[0], point[1] - before[1]) / fastPixels;
    const wanted = penRadiusMax - (penRadiusMax - penRadiusMin) * Math.min(speed, 1);
    const next = radius + (wanted - radius) * 0.25;
    fill(canvas, ink, stroke(before, point, radius, next));
    radius = next;
  }
}
