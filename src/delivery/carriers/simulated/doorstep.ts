import {
  type Canvas,
  type Colour,
  createCanvas,
  ellipse,
  encodePng,
  fill,
  type Point,
  polygon,
  rectangle,
  shade,
  stroke,
} from "./canvas.ts";

const widthPixels = 480;
const heightPixels = 360;
/** Where the wall meets the step. */
const floorPixels = 268;
const brickWidthPixels = 48;
const brickHeightPixels = 20;

const walls: readonly Colour[] = [
  [176, 112, 92],
  [196, 178, 150],
  [150, 156, 160],
  [214, 204, 188],
];
const doors: readonly Colour[] = [
  [44, 82, 104],
  [126, 44, 44],
  [52, 88, 62],
  [92, 64, 44],
  [58, 60, 72],
];
const mats: readonly Colour[] = [
  [112, 84, 54],
  [74, 78, 70],
  [122, 74, 58],
];
const frame: Colour = [238, 236, 230];
const stone: Colour = [178, 176, 170];
const brass: Colour = [214, 178, 92];
const glass: Colour = [166, 198, 212];
const cardboard: Colour = [198, 156, 104];
const tape: Colour = [226, 204, 160];
const label: Colour = [248, 248, 244];
const print: Colour = [54, 54, 58];
const shadow: Colour = [30, 28, 26];
const leaf: Colour = [70, 118, 66];
const clay: Colour = [182, 98, 66];

/**
 * A parcel on a doormat before a front door as a PNG, 480 × 360 pixels, in flat colours so that it stays small. The same
 * random numbers give the same bytes.
 */
export function drawDoorstepPhoto(random: () => number): Uint8Array {
  const canvas = createCanvas(widthPixels, heightPixels, [0, 0, 0]);
  const doorLeft = 130 + random() * 110;
  drawWall(canvas, pick(walls, random));
  drawFloor(canvas);
  drawDoor(canvas, doorLeft, pick(doors, random), random);
  drawMat(canvas, doorLeft + 70, pick(mats, random));
  drawPlant(canvas, random() < 0.5 ? doorLeft - 62 : doorLeft + 202, random);
  drawParcel(canvas, doorLeft + 62 + random() * 24, random);
  return encodePng(canvas);
}

function drawWall(canvas: Canvas, colour: Colour): void {
  fill(canvas, shade(colour, 0.8), rectangle(0, 0, widthPixels, floorPixels));
  for (let row = 0; row * brickHeightPixels < floorPixels; row++) {
    const offset = row % 2 === 0 ? 0 : -brickWidthPixels / 2;
    const top = row * brickHeightPixels;
    const height = Math.min(brickHeightPixels - 2, floorPixels - top);
    for (let left = offset; left < widthPixels; left += brickWidthPixels) {
      const tone = 1 + 0.04 * (((left / 24 + row * 5) % 3) - 1);
      fill(canvas, shade(colour, tone), rectangle(left, top, brickWidthPixels - 2, height));
    }
  }
}

function drawFloor(canvas: Canvas): void {
  fill(canvas, stone, rectangle(0, floorPixels, widthPixels, heightPixels - floorPixels));
  fill(canvas, shade(stone, 0.78), rectangle(0, floorPixels, widthPixels, 7));
  for (const bottom of [-60, 110, 280, 450, 620]) {
    const top = widthPixels / 2 + (bottom - widthPixels / 2) * 0.62;
    fill(canvas, shade(stone, 0.88), stroke([top, floorPixels + 7], [bottom, heightPixels], 1));
  }
  fill(canvas, shade(stone, 0.88), rectangle(0, 318, widthPixels, 2));
}

function drawDoor(canvas: Canvas, left: number, colour: Colour, random: () => number): void {
  fill(canvas, frame, rectangle(left - 12, 12, 164, floorPixels - 8));
  fill(canvas, shade(frame, 0.8), rectangle(left - 3, 21, 146, floorPixels - 17));
  fill(canvas, colour, rectangle(left, 24, 140, floorPixels - 20));
  const panes =
    random() < 0.5
      ? [[18, 104]]
      : [
          [18, 48],
          [74, 48],
        ];
  for (const [x = 0, width = 0] of panes) {
    fill(canvas, shade(colour, 0.72), rectangle(left + x - 3, 41, width + 6, 74, 4));
    fill(canvas, glass, rectangle(left + x, 44, width, 68, 2));
    const shine: Point[] = [
      [left + x + width * 0.55, 44],
      [left + x + width * 0.8, 44],
      [left + x + width * 0.45, 112],
      [left + x + width * 0.2, 112],
    ];
    fill(canvas, shade(glass, 1.14), polygon(shine));
  }
  for (const x of [18, 78]) {
    fill(canvas, shade(colour, 0.72), rectangle(left + x, 150, 44, 84, 3));
    fill(canvas, shade(colour, 1.14), rectangle(left + x + 3, 153, 41, 81, 3));
    fill(canvas, shade(colour, 0.95), rectangle(left + x + 5, 155, 36, 76, 2));
  }
  fill(canvas, shade(brass, 0.7), rectangle(left + 47, 129, 46, 11, 2));
  fill(canvas, brass, rectangle(left + 47, 127, 46, 11, 2));
  const handle = random() < 0.5 ? left + 8 : left + 132;
  fill(canvas, shade(brass, 0.7), ellipse(handle, 147, 6, 6));
  fill(canvas, brass, ellipse(handle, 145, 6, 6));
  fill(canvas, shade(stone, 0.66), rectangle(left - 12, floorPixels + 2, 164, 6));
}

function drawMat(canvas: Canvas, middle: number, colour: Colour): void {
  const mat = (margin: number): Point[] => [
    [middle - 86 + margin, 290 + margin * 0.6],
    [middle + 86 - margin, 290 + margin * 0.6],
    [middle + 104 - margin * 1.2, 344 - margin * 0.7],
    [middle - 104 + margin * 1.2, 344 - margin * 0.7],
  ];
  fill(canvas, shadow, polygon(mat(0).map(([x, y]): Point => [x + 3, y + 4])), 0.25);
  fill(canvas, shade(colour, 0.75), polygon(mat(0)));
  fill(canvas, colour, polygon(mat(5)));
  fill(canvas, shade(colour, 1.2), polygon(mat(11)));
  fill(canvas, colour, polygon(mat(14)));
}

function drawPlant(canvas: Canvas, middle: number, random: () => number): void {
  fill(canvas, shadow, ellipse(middle + 5, 308, 32, 7), 0.25);
  for (let index = 0; index < 9; index++) {
    const lean = (index - 4) / 4;
    const tip: Point = [
      middle + lean * (34 + random() * 14),
      196 - (1 - Math.abs(lean)) * 46 - random() * 22,
    ];
    const bend: Point = [middle + lean * 12, 232];
    fill(canvas, shade(leaf, 0.8 + (index % 3) * 0.16), stroke([middle + lean * 6, 262], bend, 4, 7));
    fill(canvas, shade(leaf, 0.8 + (index % 3) * 0.16), stroke(bend, tip, 7, 1));
  }
  const pot: Point[] = [
    [middle - 27, 258],
    [middle + 27, 258],
    [middle + 20, 308],
    [middle - 20, 308],
  ];
  fill(canvas, clay, polygon(pot));
  fill(canvas, shade(clay, 1.12), rectangle(middle - 31, 250, 62, 12, 3));
}

/** A box seen from the front and a little from above and the right. */
function drawParcel(canvas: Canvas, middle: number, random: () => number): void {
  const [width, height] = [70 + random() * 44, 40 + random() * 36];
  const [depth, rise] = [22 + random() * 10, 14 + random() * 6];
  const [left, right, bottom] = [middle - width / 2, middle + width / 2, 332];
  const top = bottom - height;
  const at = (x: number, y: number, back: number): Point => [x + depth * back, y - rise * back];
  const upper = (from: number, to: number) =>
    polygon([at(from, top, 1), at(to, top, 1), at(to, top, 0), at(from, top, 0)]);
  const side = polygon([at(right, top, 0), at(right, top, 1), at(right, bottom, 1), at(right, bottom, 0)]);
  fill(canvas, shadow, ellipse(middle + depth * 0.7, bottom - 2, width * 0.66, 12), 0.3);
  fill(canvas, shade(cardboard, 0.72), side);
  fill(canvas, shade(cardboard, 1.14), upper(left, right));
  fill(canvas, cardboard, rectangle(left, top, width, height));
  fill(canvas, shade(tape, 1.06), upper(middle - 6, middle + 6));
  fill(canvas, tape, rectangle(middle - 6, top, 12, height * 0.3));
  drawLabel(canvas, left + 6, bottom - 29, random);
}

function drawLabel(canvas: Canvas, left: number, top: number, random: () => number): void {
  fill(canvas, label, rectangle(left, top, 38, 23, 1));
  fill(canvas, print, rectangle(left + 3, top + 3, 16 + random() * 12, 2));
  fill(canvas, print, rectangle(left + 3, top + 7, 10 + random() * 14, 2));
  for (let bar = left + 3; bar < left + 34; bar += 2 + Math.floor(random() * 3)) {
    fill(canvas, print, rectangle(Math.round(bar), top + 12, 1, 8));
  }
}

function pick<Value>(values: readonly Value[], random: () => number): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) {
    throw new RangeError("nothing to pick from");
  }
  return value;
}
