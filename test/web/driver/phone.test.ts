import { describe, expect, test } from "bun:test";
import { pageLanguages } from "../../../src/delivery/model/model.ts";
import { checkLabel } from "../../../src/web/driver/label.ts";
import { codeIn, deviceNameOf } from "../../../src/web/driver/link.ts";
import { addressLine, navigationLink, placeOf } from "../../../src/web/driver/navigation.ts";
import { fittedSize } from "../../../src/web/driver/picture.ts";
import { positionOf } from "../../../src/web/driver/positions.ts";
import { en } from "../../../src/web/driver/texts/en.ts";
import { loadTexts } from "../../../src/web/driver/texts.ts";
import { stopOf } from "./stops.ts";

/** What the driver's page makes of what phones say. */

test("labels are known by what is scanned or typed, and others are not", () => {
  const number = "WB7K2M9QXT4CA";
  for (const text of [number, " wb7k 2m9q xt4c a ", `https://example.com/t?n=${number}`, "t4ca", "T4-CA"]) {
    expect([text, checkLabel(text, number, 3)]).toEqual([text, { is: "right", piece: null }]);
  }
  for (const text of [
    "",
    "A",
    "4CA",
    "WB7K2M9QXT4CB",
    "WB7K2M9QXT4CB-2",
    "T4CB",
    "T4CB-2",
    "7K2M",
    `${number}-X`,
  ]) {
    expect([text, checkLabel(text, number, 3)]).toEqual([text, { is: "other" }]);
  }
});

test("a label says which piece it is, and a piece that there is not is told apart", () => {
  const number = "WB7K2M9QXT4CA";
  for (const text of [
    `${number}-2`,
    `${number}2`,
    "wb7k 2m9q xt4c a – 2",
    `https://a.example/${number}-02`,
    "t4ca-2",
  ])
    expect([text, checkLabel(text, number, 3)]).toEqual([text, { is: "right", piece: 2 }]);
  for (const [text, piece] of [
    [`${number}-4`, 4],
    [`${number}-0`, 0],
    ["T4CA-4", 4],
    [`${number}-99999999999999999999`, 1e20],
  ] as const)
    expect([text, checkLabel(text, number, 3)]).toEqual([text, { is: "missing", piece }]);
  expect(checkLabel(`${number}-1`, number, 1)).toEqual({ is: "right", piece: 1 });
  expect(checkLabel(`${number}-2`, number, 1)).toEqual({ is: "missing", piece: 2 });
});

test("a link's code is found in what people paste, and nothing else passes for one", () => {
  expect(codeIn(" https://waybill.example.com/d#AbC-123_xyz ")).toBe("AbC-123_xyz");
  expect(codeIn("#AbC-123_xyz")).toBe("AbC-123_xyz");
  for (const text of ["", "#", "https://example.com/d", "#a b c d e f g h", "#short"]) {
    expect([text, codeIn(text)]).toEqual([text, undefined]);
  }
  expect(deviceNameOf("Mozilla/5.0 (Linux; Android 15)")).toBe("Android");
  expect(deviceNameOf("")).toBe("Phone");
});

describe("navigation", () => {
  const android = "Mozilla/5.0 (Linux; Android 15)";
  const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)";
  test("goes to the exact place where there is one", () => {
    const stop = stopOf("asg_1", "delivery");
    expect(navigationLink(stop, android)).toBe("geo:52.5291,13.4014?q=52.5291,13.4014");
    expect(navigationLink(stop, iphone)).toBe("maps://?daddr=52.5291,13.4014");
  });
  test("goes to the address where only the town's place is known", () => {
    const { address } = stopOf("asg_1", "delivery");
    const found = (geocode_precision: "house" | "area") =>
      placeOf(
        stopOf("asg_1", "delivery", {
          address: { ...address, geocode_source: "geocoder", geocode_precision },
        }),
      );
    expect([found("house")?.latitude, found("area")]).toEqual([52.5291, null]);
    const stop = stopOf("asg_1", "delivery", { address: { ...address, geocode_source: "town" } });
    expect(placeOf(stop)).toBeNull();
    expect(navigationLink(stop, android)).toBe("geo:0,0?q=Torstr.%201%2C%2010119%20Berlin%2C%20DE");
    expect(addressLine({ ...address, line1: null, postal_code: null })).toBe("Berlin");
  });
});

test("positions are whole numbers in the API's ranges", () => {
  const coords = { latitude: 52.5, longitude: 13.4, accuracy: 7.2, heading: 359.7, speed: 4.5 };
  expect(positionOf({ coords, timestamp: 0 })).toEqual({
    type: "position",
    latitude: 52.5,
    longitude: 13.4,
    accuracy_meters: 8,
    heading_degrees: 0,
    speed_mps: 4.5,
  });
  const still = { ...coords, accuracy: 1e9, heading: Number.NaN, speed: -1 };
  expect(positionOf({ coords: still, timestamp: 0 })).toMatchObject({
    accuracy_meters: 1_000_000,
    heading_degrees: null,
    speed_mps: null,
  });
});

test("photos keep their ratio and never grow", () => {
  expect(fittedSize(4_000, 3_000)).toEqual({ width: 1_600, height: 1_200 });
  expect(fittedSize(3_000, 4_000)).toEqual({ width: 1_200, height: 1_600 });
  expect(fittedSize(640, 480)).toEqual({ width: 640, height: 480 });
  expect(fittedSize(100_000, 1)).toEqual({ width: 1_600, height: 1 });
});

test.each([...pageLanguages])(
  "%s: no sentence is missing, empty or English, and each has its values",
  async (language) => {
    const texts = await loadTexts(language);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    expect(Object.keys(texts.problems).sort()).toEqual(Object.keys(en.problems).sort());
    const texted = new Map<string, string>();
    for (const [name, text] of Object.entries(texts)) {
      if (typeof text === "string") texted.set(name, text);
      else if (typeof text === "function") {
        // What is handed in stands in the sentence, whatever the number's form.
        for (const count of [0, 1, 2, 3, 5, 11, 21, 100]) {
          const words = (text as (...values: unknown[]) => string)(count, "B");
          texted.set(`${name} ${count}`, words);
          const isCount = count > 2 || !["ar", "he"].includes(language);
          if (isCount && !(name === "waiting" && count === 0)) expect(words).toContain(String(count));
        }
      }
    }
    for (const text of [...texted.values(), ...Object.values(texts.problems)]) {
      expect(text.trim()).not.toBe("");
      expect(text).not.toContain("#");
      expect(text).not.toContain("undefined");
    }
    if (language === "en") return;
    const english = new Set(
      Object.values(en).filter((text) => typeof text === "string" && text.includes(" ")),
    );
    expect([...texted.values()].filter((text) => english.has(text))).toEqual([]);
  },
);
