import { expect, test } from "bun:test";
import { countryCodes, countryName } from "../../../../src/infra/geography/country.ts";
import { foldedFilter } from "../../../../src/web/dashboard/components/folded-filter.ts";

const options = countryCodes.map((value) => ({ value, label: countryName(value) }));
const found = (search: string) =>
  foldedFilter({ options, search, limit: 5 }).map((option) => "value" in option && option.value);

test.each([
  ["turkiye", ["TR"]],
  ["TÜRKIYE", ["TR"]],
  [" cote d", ["CI"]],
  ["curac\u0327ao", ["CW"]],
  ["Åland", ["AX"]],
  ["aland", ["AX"]],
  ["nowhere", []],
])("%s finds %j, as a country's name is typed", (search, codes) => {
  expect(found(search)).toEqual(expect.arrayContaining(codes));
  expect(found(search).length === 0).toBe(codes.length === 0);
});

test("what matches in a group stays in its group, and a limit holds", () => {
  const grouped = [
    { group: "Near", items: [{ value: "m", label: "Müllerstr." }] },
    { group: "Far", items: [{ value: "o", label: "Oranienstr." }] },
  ];
  expect(foldedFilter({ options: grouped, search: "muller", limit: 5 })).toEqual(grouped.slice(0, 1));
  expect(found("")).toHaveLength(5);
});
