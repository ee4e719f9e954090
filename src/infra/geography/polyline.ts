import { type Coordinates, isLatitude, isLongitude } from "./coordinates.ts";

/**
 * Lines as text: the Encoded Polyline Algorithm Format with five decimals, about a meter, latitude first.
 * https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */

const perDegree = 1e5;
/** Each character holds five bits and whether more follow. */
const bits = 5;
const more = 1 << bits;
/** The first printable character of the format. */
const zero = "?".charCodeAt(0);
/** 360 degrees need six characters. */
const charactersMax = 6;

export function encodePolyline(points: readonly Coordinates[]): string {
  let before = [0, 0];
  return points
    .map(({ latitude, longitude }) => {
      const here = [Math.round(latitude * perDegree), Math.round(longitude * perDegree)];
      const text = here.map((value, axis) => encodeNumber(value - (before[axis] ?? 0))).join("");
      before = here;
      return text;
    })
    .join("");
}

/** @returns undefined for text that is no polyline, or leaves the earth */
export function decodePolyline(text: string): Coordinates[] | undefined {
  const steps = decodeNumbers(text);
  if (steps === undefined || steps.length % 2 !== 0) return undefined;
  const points: Coordinates[] = [];
  let [latitude, longitude] = [0, 0];
  for (let place = 0; place < steps.length; place += 2) {
    latitude += steps[place] ?? 0;
    longitude += steps[place + 1] ?? 0;
    points.push({ latitude: latitude / perDegree, longitude: longitude / perDegree });
  }
  return points.every((point) => isLatitude(point.latitude) && isLongitude(point.longitude))
    ? points
    : undefined;
}

/** The sign is the lowest bit. */
function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = "";
  for (; rest >= more; rest >>= bits) text += String.fromCharCode(zero + (more | (rest & (more - 1))));
  return text + String.fromCharCode(zero + rest);
}

function decodeNumbers(text: string): number[] | undefined {
  const numbers: number[] = [];
  let value = 0;
  let count = 0;
  for (const character of text) {
    const code = character.charCodeAt(0) - zero;
    if (code < 0 || code >= 2 * more || count >= charactersMax) return undefined;
    value |= (code & (more - 1)) << (bits * count);
    count += 1;
    if (code >= more) continue;
    numbers.push(value & 1 ? ~(value >> 1) : value >> 1);
    value = 0;
    count = 0;
  }
  return count === 0 ? numbers : undefined;
}
