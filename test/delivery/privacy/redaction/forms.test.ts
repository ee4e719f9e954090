import { describe, expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { eventDefinition } from "../../../../src/app/event-catalog.ts";
import { JobSchema } from "../../../../src/delivery/connections/carrier-api/schema.ts";
import { redactAnswer, redactEnvelope } from "../../../../src/delivery/privacy/redaction/redacting.ts";
import { type EventType, eventTypes } from "../../../../src/messaging/events/event.ts";

/**
 * What events carry comes from their definitions: each text that somebody writes is filled with a mark, and none of the
 * marks is left. A new member that can hold one fails here until it is redacted, or declared to be no person's.
 */

const id = "shp_01m7x5rdwme1ct34p92xd7wpnk";
const at = "2026-03-02T03:00:00.000Z";
const mark = "zq-mark";
/** Free texts that stay: names of carriers and services, numbers and links of Waybill, towns. */
const kept = [
  /carrier\/(code|name)$/,
  /service\/(code|name)$/,
  /\/(shipment_id|tracking_number|tracking_url|city|state|country|currency)$/,
  /\/release_reason$/,
  /\/(path|action|method|proof_head|billed_by|kind|stop|source)$/,
  /\/(seed)$/,
  // A carrier's own numbers.
  /\/(offer|booking)_reference$/,
];
const about = eventTypes.filter((type) => /^(shipment|tracking|attention|charge)\./.test(type));

type Json = unknown;

/**
 * The value with the mark in every text that the schema leaves free, and with every member, also those that the value
 * lacks. `places` gets where they are.
 */
function marked(schema: TSchema, value: Json, path: string, places: string[]): Json {
  const options = (schema.anyOf ?? [schema]) as TSchema[];
  const fitting = options.find(({ type }) => type !== "null") ?? schema;
  if (fitting.type === "array") {
    const parts = (value as Json[]).length > 0 ? (value as Json[]) : [exampleOf(fitting.items)];
    return parts.map((part) => marked(fitting.items, part, `${path}/0`, places));
  }
  if (fitting.type === "object" && fitting.properties) {
    return Object.fromEntries(
      Object.entries(fitting.properties as Record<string, TSchema>).map(([name, member]) => {
        const given = (value as Record<string, Json>)[name] ?? exampleOf(member);
        return [name, marked(member, given, `${path}/${name}`, places)];
      }),
    );
  }
  if (fitting.type === "object") return { [mark]: mark };
  const isFree =
    fitting.type === "string" && !fitting.format && !fitting.pattern && !fitting.enum && !fitting.const;
  if (!isFree || "x-known-values" in fitting || kept.some((pattern) => pattern.test(path))) return value;
  places.push(path);
  return mark;
}

describe("an event of", () => {
  test.each(about)("%s keeps nothing that somebody wrote", (type: EventType) => {
    const { data, example } = eventDefinition(type);
    const places: string[] = [];
    const filled = marked(data, example, "", places) as Record<string, unknown>;
    const envelope = { id: "evt_1", type, timestamp: at, api_version: "v1", environment: "sandbox" } as const;
    const redacted = redactEnvelope({ ...envelope, data: filled }, { id, at });
    expect([places, JSON.stringify(redacted)]).toEqual([places, expect.not.stringContaining(mark)]);
    expect(redacted.data.sequence).toEqual(filled.sequence);
    const faults = [...Value.Errors(data, redacted.data)].map((fault) => `${fault.path}: ${fault.message}`);
    expect(faults).toEqual([]);
    if (type === "shipment.delivered") expect(places.length).toBeGreaterThan(10);
  });
});

/** An example made of those of its members. */
function exampleOf(schema: TSchema): Json {
  const { examples, anyOf, properties, type, items, minimum = 0 } = schema;
  const given = [schema.const, examples?.[0], (schema.enum ?? schema["x-known-values"])?.[0]].find(
    (value) => value !== undefined && value !== null,
  );
  if (given !== undefined) return given;
  if (anyOf) return exampleOf(anyOf.find((option: TSchema) => option.type !== "null"));
  if (type === "object") {
    const members = Object.entries((properties ?? {}) as Record<string, TSchema>);
    return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member)]));
  }
  if (type === "array") return [exampleOf(items)];
  if (type === "string") return "a";
  return type === "boolean" ? false : minimum;
}

test("a carrier's kept response about its job keeps nothing that somebody wrote", () => {
  const places: string[] = [];
  const named = JSON.stringify(marked(JobSchema, exampleOf(JobSchema), "", places));
  const answer = JSON.parse(named.replaceAll(/shp_\w{26}/g, id));
  const redacted = redactAnswer(answer, "/api/v1/carrier/assignments/asg_1/acceptance", { id, at });
  expect([places, JSON.stringify(redacted)]).toEqual([places, expect.not.stringContaining(mark)]);
  expect(places.length).toBeGreaterThan(10);
  expect([...Value.Errors(JobSchema, redacted)].map((fault) => `${fault.path}: ${fault.message}`)).toEqual(
    [],
  );
});

test("of a batch's response only what names the shipment is redacted", () => {
  const other = { shipment_id: "shp_other", driver: { name: mark }, message: mark };
  const own = { shipment_id: id, driver: { name: mark }, message: mark, price: 1 };
  const path = "/api/v1/platform/assignments/batch";
  expect(redactAnswer({ results: [other, own] }, path, { id, at })).toEqual({
    results: [other, { shipment_id: id, driver: null, message: "[redacted]", price: 1 }],
  });
  const quotes = { data: [], unavailable: [{ carrier: null, code: "out_of_zone", message: mark }] };
  expect(redactAnswer(quotes, `/api/v1/platform/shipments/${id}/quotes`, { id, at })).toEqual({
    data: [],
    unavailable: [{ carrier: null, code: "out_of_zone", message: "[redacted]" }],
  });
});
