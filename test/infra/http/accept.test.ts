import { expect, test } from "bun:test";
import { acceptsCoding, asksFor } from "../../../src/infra/http/accept.ts";

/** What a request says of the responses that it takes. */

test.each<[accept: string | null, asks: boolean]>([
  [null, false],
  ["*/*", false],
  ["text/*", false],
  ["text/csvx", false],
  ["application/json", false],
  ["text/csv", true],
  ["Text/CSV", true],
  ["application/json, text/csv;q=0.5", true],
  ["text/csv; charset=utf-8", true],
  ["text/csv;q=0, application/json", false],
  ["text/csv; q=0.000", false],
])("Accept %p asks for CSV: %p", (accept, asks) => {
  const headers = accept === null ? {} : { accept };
  expect(asksFor(new Request("http://localhost/", { headers }), "text/csv")).toBe(asks);
});

test.each<[accept: string | null, accepts: boolean]>([
  [null, false],
  ["identity", false],
  ["gzip", true],
  ["GZIP;q=0.5", true],
  ["gzip;q=0, *", false],
  ["br, *", true],
  ["x-gzip", false],
])("Accept-Encoding %p takes gzip: %p", (coding, accepts) => {
  const headers = coding === null ? {} : { "accept-encoding": coding };
  expect(acceptsCoding(new Request("http://localhost/", { headers }), "gzip")).toBe(accepts);
});
