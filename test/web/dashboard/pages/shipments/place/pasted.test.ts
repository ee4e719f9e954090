import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { encode } from "pluscodes";
import { readPasted } from "@/web/dashboard/pages/shipments/place/pasted.ts";

const door = { latitude: 41.871_88, longitude: -87.647_42 };
const chicago = { latitude: 41.85, longitude: -87.65 };

describe("a place is read from", () => {
  test.each([
    ["41.87188, -87.64742"],
    ["41.87188 -87.64742"],
    ["(41.87188,-87.64742)"],
    ["geo:41.87188,-87.64742"],
    ["geo:41.87188,-87.64742;u=35"],
    ["GEO:0,0?q=41.87188,-87.64742(Halsted)"],
    ["geo:41.87188,-87.64742?z=17"],
    ["https://www.google.com/maps?q=41.87188,-87.64742"],
    ["https://www.google.com/maps/search/?api=1&query=41.87188%2C-87.64742"],
    ["https://www.google.com/maps/@41.87188,-87.64742,17z"],
    ["https://www.google.com/maps/search/41.87188,+-87.64742?entry=tts"],
    ["https://www.google.de/maps/place/UIC/@41.8,-87.6,15z/data=!3m1!4b1!4m6!3m5!8m2!3d41.87188!4d-87.64742"],
    ["https://maps.google.com/maps?ll=41.87188,-87.64742&z=17"],
    ["https://www.openstreetmap.org/?mlat=41.87188&mlon=-87.64742#map=17/41.8/-87.6"],
    ["https://www.openstreetmap.org/#map=17/41.87188/-87.64742"],
    ["openstreetmap.org/#map=17/41.87188/-87.64742&layers=N"],
    ["https://maps.apple.com/?ll=41.87188,-87.64742&q=Halsted"],
    ["https://maps.apple.com/place?coordinate=41.87188,-87.64742&name=Halsted"],
    ["https://maps.apple.com/?daddr=41.87188,-87.64742"],
  ])("%s", (text) => {
    expect(readPasted(text, undefined)).toEqual(door);
  });

  test("a plus code, short where its town is known, also in a link", () => {
    const code = encode(door, 11) as string;
    // As Google writes it.
    const short = (encode(door) as string).slice(4);
    const texts = [code, code.toLowerCase(), `${code} Chicago`, short, `${short} Chicago, IL`];
    const links = [
      `https://plus.codes/${code}`,
      `https://www.google.com/maps/place/${encodeURIComponent(short)}+Chicago/@41.0,-87.0,9z`,
    ];
    for (const text of [...texts, ...links]) {
      const place = readPasted(text, chicago);
      if (typeof place !== "object") throw new Error(`${text} has no place`);
      expect(Math.abs(place.latitude - door.latitude)).toBeLessThan(0.0002);
      expect(Math.abs(place.longitude - door.longitude)).toBeLessThan(0.0002);
    }
  });
});

test("a short plus code without a town, and a shortened link, say why there is no place", () => {
  expect(readPasted("V9C3+P2", undefined)).toBe("far");
  expect(readPasted("https://maps.app.goo.gl/AbCdEf", chicago)).toBe("shortened");
  expect(readPasted("https://osm.org/go/ZW5TJ", chicago)).toBe("shortened");
});

test.each([
  ["770 S Halsted St"],
  ["770 S Halsted St, 60607 Chicago"],
  ["12, 14 rue de la Paix"],
  [""],
  ["0,0"],
  ["91, 10"],
  ["10, 181"],
  ["geo:"],
  ["https://example.com/"],
  ["https://www.google.com/maps/place/%E0%A4%A"],
  ["javascript:alert(1)"],
])("no place is read from %p", (text) => {
  expect(readPasted(text, chicago)).toBeUndefined();
});

test("whatever is pasted, it is read or it is not, and a place is on the earth", () => {
  const around = fc.constantFrom(
    "",
    "geo:",
    "https://maps.google.com/?q=",
    "https://osm.org/#map=1/",
    "9G8F+",
  );
  fc.assert(
    fc.property(around, fc.string({ maxLength: 300 }), (before, text) => {
      const place = readPasted(before + text, chicago);
      if (typeof place !== "object") return;
      expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(place.longitude)).toBeLessThanOrEqual(180);
    }),
  );
});
