import { expect, test } from "bun:test";
import fc from "fast-check";
import { parsedBytesMax } from "../../../src/access/request-log/masking.ts";
import { bodiesOf, pack, unpack } from "../../../src/access/request-log/packing.ts";
import { logEntry } from "./log-entry.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("x".repeat(parsedBytesMax), "é".repeat(parsedBytesMax / 2), "x".repeat(parsedBytesMax + 1)),
);
const bodies = fc.record({
  requestBody: fc.option(text, { nil: undefined }),
  responseBody: fc.option(text, { nil: undefined }),
});

test("packed requests arrive as they were, but for bodies that are too long to parse", () => {
  fc.assert(
    fc.property(fc.array(fc.option(bodies), { maxLength: 8 }), (all) => {
      const requests = all.map((own, index) => ({
        accountId: "acct_1",
        environment: "live" as const,
        entry: logEntry(`req_${index}`, { path: `/shipments?q=${own?.responseBody?.slice(0, 9)}` }),
        bodyBytes: null,
        ...(own && bodiesOf({ ...own, requestBody: bytesOf(own.requestBody) })),
      }));
      const unpacked = unpack(structuredClone(pack(requests)));
      expect(
        unpacked.map(({ accountId, environment, entry, bodyBytes }) => ({
          accountId,
          environment,
          entry,
          bodyBytes,
        })),
      ).toEqual(
        requests.map(({ accountId, environment, entry, bodyBytes }) => ({
          accountId,
          environment,
          entry,
          bodyBytes,
        })),
      );
      for (const [index, own] of all.entries()) {
        for (const name of ["requestBody", "responseBody"] as const) {
          const bytes = bytesOf(own?.[name]);
          const isKept = bytes !== undefined && bytes.length > 0 && bytes.length <= parsedBytesMax;
          expect(unpacked[index]?.[name] && Buffer.from(unpacked[index][name])).toEqual(
            isKept ? Buffer.from(bytes) : undefined,
          );
        }
      }
    }),
  );
});

function bytesOf(body: string | undefined): Uint8Array | undefined {
  return body === undefined ? undefined : new TextEncoder().encode(body);
}
