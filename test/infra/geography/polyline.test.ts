import { expect, test } from "bun:test";
import fc from "fast-check";
import { decodePolyline, encodePolyline } from "../../../src/infra/geography/polyline.ts";

const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test("reads and writes the format's own example", () => {
  const text = "_p~iF~ps|U_ulLnnqC_mqNvxq`@";
  const points = [
    { latitude: 38.5, longitude: -120.2 },
    { latitude: 40.7, longitude: -120.95 },
    { latitude: 43.252, longitude: -126.453 },
  ];
  expect(decodePolyline(text)).toEqual(points);
  expect(encodePolyline(points)).toBe(text);
});

test("keeps every point on earth to a meter, and its own text to the character", () => {
  fc.assert(
    fc.property(fc.array(point), (points) => {
      const text = encodePolyline(points);
      const decoded = decodePolyline(text) ?? [];
      expect(decoded.length).toBe(points.length);
      for (const [place, { latitude, longitude }] of points.entries()) {
        expect(Math.abs((decoded[place]?.latitude ?? 0) - latitude)).toBeLessThan(5.1e-6);
        expect(Math.abs((decoded[place]?.longitude ?? 0) - longitude)).toBeLessThan(5.1e-6);
      }
      expect(encodePolyline(decoded)).toBe(text);
    }),
  );
});

test("other text is no polyline", () => {
  // Half a point, the middle of a number, a number without end, a space, and six decimals.
  for (const text of ["_p~iF", "_p~iF~ps|", "~~~~~~~~~~?", "_p~iF ~ps|U", "_izlhA~rlgdF"]) {
    expect([text, decodePolyline(text)]).toEqual([text, undefined]);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      const decoded = decodePolyline(text);
      for (const { latitude, longitude } of decoded ?? []) {
        expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180).toBe(true);
      }
    }),
  );
});
