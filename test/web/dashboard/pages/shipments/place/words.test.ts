import { expect, test } from "bun:test";
import { placeInWords } from "@/web/dashboard/pages/shipments/place/words.ts";

const center = { latitude: 41.85, longitude: -87.65 };

test("a place is told by its way from the center of the town", () => {
  const near = { latitude: 41.8527, longitude: -87.6464 };
  expect(placeInWords(near, center, "Chicago")).toBe("423 m north-east of the center of Chicago");
  const south = { latitude: 41.82, longitude: -87.65 };
  expect(placeInWords(south, center, "Chicago")).toBe("3.3 km south of the center of Chicago");
});

test("in the middle there is no direction, and without a known town there are coordinates", () => {
  expect(placeInWords({ latitude: 41.8501, longitude: -87.65 }, center, "Chicago")).toBe(
    "in the center of Chicago",
  );
  expect(placeInWords(center, null, "Nirgendwo")).toBe("at 41.85, -87.65");
});
