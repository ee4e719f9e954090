import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { queryText } from "../../../src/web/browser/api.ts";
import { filtersOf, idParam, shipmentFilters } from "../../../src/web/dashboard/filters.ts";

/** What the dashboard reads from an address, which anybody may have typed. */

const readFilters = filtersOf(shipmentFilters);
/** As the router does. */
const searchIn = (text: string) => Object.fromEntries(new URLSearchParams(text));

describe("filters", () => {
  test("are those of the page, as they are written", () => {
    const digits = "12345678901234567890";
    expect(readFilters(searchIn(`?q=${digits}&status=assigned,in_transit`))).toEqual({
      q: digits,
      status: "assigned,in_transit",
    });
    expect(readFilters(searchIn("?q=12e3"))).toEqual({ q: "12e3" });
    expect(readFilters(searchIn("?q=0012&reference=%20a+b%20"))).toEqual({ q: "0012", reference: "a b" });
  });

  test("are not what no filter is, nor what is empty", () => {
    expect(readFilters(searchIn("?from=yesterday&color=red&status=assigned"))).toEqual({
      status: "assigned",
    });
    expect(readFilters(searchIn("?q=&status=%20&reference"))).toEqual({});
    expect(readFilters({})).toEqual({});
  });

  test("come back from the address as they were set", () => {
    const filters = fc.record(
      Object.fromEntries(shipmentFilters.map((name) => [name, fc.string({ unit: "grapheme" })])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(filters, (set) => {
        const read = readFilters(searchIn(queryText(set)));
        const given = Object.entries(set).map(([name, text]) => [name, text?.trim()]);
        expect(read).toEqual(Object.fromEntries(given.filter(([, text]) => text)));
        expect(readFilters(searchIn(queryText(read)))).toEqual(read);
      }),
    );
  });
});

describe("an id in a path", () => {
  const { parse } = idParam("shipmentId", "shp");
  const id = "shp_01m7x5rdwme1ct34p92xd7wpnk";

  test("is taken as it is", () => {
    expect(parse({ shipmentId: id })).toEqual({ shipmentId: id });
  });

  test.each([
    "../../audit",
    "..%2f..%2faudit",
    `${id}/..`,
    `${id}?x`,
    `${id}\n`,
    ` ${id}`,
    id.slice(0, -1),
    `${id}0`,
    id.toUpperCase(),
    id.replace("shp_", "evt_"),
    id.replace("_0", "_8"),
    id.replace("7x", "lx"),
    "",
  ])("is not %p, which no request may have in it", (shipmentId) => {
    expect(() => parse({ shipmentId })).toThrow();
  });
});
