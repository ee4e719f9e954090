import { expect, test } from "bun:test";
import { formatRoute } from "../../../src/web/dashboard/format.ts";

const stop = (line1: string, city: string, country = "US") => ({ address: { line1, city, country } });

test("a route names towns, countries where they differ, and streets within a town", () => {
  const [near, far] = [stop("1 Lake St", "Chicago"), stop("2 Oak St", "Chicago")];
  const route = (pickup: typeof near, delivery: typeof near) => formatRoute({ pickup, delivery });
  expect(route(near, far)).toBe("1 Lake St → 2 Oak St, Chicago");
  expect(route(near, stop("3 Elm St", "Evanston"))).toBe("Chicago → Evanston");
  expect(route(near, stop("Main St", "Chicago", "CA"))).toBe("Chicago, United States → Chicago, Canada");
  expect(route(stop("[redacted]", "Chicago"), stop("[redacted]", "Chicago"))).toBe("Chicago → Chicago");
});
