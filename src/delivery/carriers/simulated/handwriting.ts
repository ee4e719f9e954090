import type { Point } from "./canvas.ts";

/** Knots of a letter: to the right from where the last one ended, upwards from the line; an x is 1 high. */
const strokes = {
  loop: [
    [0.25, 0.45],
    [0.55, 0.95],
    [0.3, 0.98],
    [0.22, 0.3],
    [0.5, 0],
    [0.75, 0.15],
  ], // e, a, o
  hump: [
    [0.2, 0.85],
    [0.34, 0.9],
    [0.4, 0.1],
    [0.48, 0.05],
    [0.68, 0.8],
    [0.82, 0.1],
    [1, 0.1],
  ], // n, m, r
  tall: [
    [0.45, 1.1],
    [0.72, 2.3],
    [0.5, 2.45],
    [0.32, 1.1],
    [0.4, 0.08],
    [0.75, 0.15],
  ], // l, b, k
  deep: [
    [0.3, 0.85],
    [0.55, 0.6],
    [0.5, -0.6],
    [0.25, -1.35],
    [0.05, -1],
    [0.5, -0.1],
    [0.85, 0.25],
  ], // g, y
} as const satisfies Record<string, readonly Point[]>;

/** Knots of a capital, drawn larger than life; the order gives S, A, B and M their own. */
const capitals: readonly (readonly Point[])[] = [
  [
    [1.5, 2.5],
    [1.1, 2.9],
    [0.55, 2.4],
    [1, 1.6],
    [1.35, 0.8],
    [0.8, 0],
    [0.05, 0.35],
    [0.4, 0.8],
    [1.3, 0.35],
    [1.9, 0.3],
  ],
  [
    [1.6, 2.3],
    [1.2, 2.9],
    [0.35, 1.9],
    [0.2, 0.6],
    [0.9, -0.05],
    [1.55, 0.7],
    [1.2, 1.1],
    [1.35, -0.3],
    [0.8, -0.9],
    [1.1, 0.05],
    [1.9, 0.3],
  ],
  [
    [0, 0.3],
    [0.5, 1.4],
    [1.1, 2.9],
    [1.25, 2.7],
    [1.2, 1.1],
    [1.35, 0],
    [0.9, 0.6],
    [0.6, 1.05],
    [1.5, 1],
    [1.9, 0.4],
  ],
  [
    [0.1, 2.4],
    [0.75, 2.9],
    [0.6, 1.5],
    [0.3, 0],
    [0.1, 0.7],
    [0.9, 2.6],
    [1.7, 2.5],
    [1.5, 1.6],
    [0.8, 1.35],
    [1.6, 1.1],
    [1.6, 0.2],
    [1.2, 0],
    [1.9, 0.25],
  ],
  [
    [0, 2.2],
    [0.35, 2.8],
    [0.45, 1.8],
    [0.25, 0],
    [0.6, 1.4],
    [1.1, 2.5],
    [1.2, 1.2],
    [1.2, 0.1],
    [1.6, 1.6],
    [2, 2.6],
    [2, 1],
    [2.1, 0],
    [2.4, 0.3],
  ],
];

/** The knots of a capital, by the letter. */
export function capitalShape(letter: string): readonly Point[] {
  return capitals[letterNumber(letter) % capitals.length] ?? [];
}

/** The knots of a small letter, by the letter; those of other scripts get one of the same shapes. */
export function letterShape(letter: string): readonly Point[] {
  if (/[bdfhklt]/i.test(letter)) {
    return strokes.tall;
  }
  if (/[gjpqyz]/i.test(letter)) {
    return strokes.deep;
  }
  return letterNumber(letter) % 2 === 0 ? strokes.hump : strokes.loop;
}

function letterNumber(letter: string): number {
  return letter.toLowerCase().codePointAt(0) ?? 0;
}
