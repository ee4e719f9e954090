import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import type { OpenApi, Schema } from "./openapi.ts";

type Any = fc.Arbitrary<unknown>;

/** Rules that JSON Schema cannot express: values of a component, derived from values that fit its schema. */
export type Rules = Readonly<Record<string, (fitting: Any) => Any>>;

interface Arbitraries {
  /** Values that the operation must accept. */
  fitting(schema: Schema): Any;
  /** Values with one error: one arbitrary for each possible error. */
  broken(schema: Schema): Any[];
  /** Values of a query parameter with one error. */
  brokenText(schema: Schema): fc.Arbitrary<string>;
}

const itemsMax = 3;
/** An account id has 31 characters. */
const textMax = 40;
/** Of a component's faults, so many times fewer are tried at its second place, and at each one after it. */
const repeatedEvery = 10;
/** Right values of an object, one of which is around each of its faults. */
const rightAroundFaults = 4;
const nonsense = "\u0007 no such thing \u0007";

/**
 * Creates arbitraries from a document's schemas; `formats` are for texts whose form no pattern describes. The `seed`
 * chooses what is right around faults.
 */
export function createArbitraries(
  document: OpenApi,
  formats: Readonly<Record<string, fc.Arbitrary<string>>>,
  rules: Rules,
  seed: number,
): Arbitraries {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  for (const format of ["phone", "idn-email"]) ajv.addFormat(format, true);
  ajv.addSchema(document, "openapi", undefined, false);
  const absolute = (schema: Schema) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'));
  const compile = (schema: Schema): ValidateFunction => ajv.compile(absolute(schema));
  /** Of each component, made once for all places that refer to it. */
  const ofComponents = { fitting: new Map<string, Any>(), faults: new Map<string, Any[]>() };

  function named(reference: string): [name: string, schema: Schema] {
    const name = reference.slice("#/components/schemas/".length);
    const schema = document.components.schemas[name];
    if (!schema) throw new Error(`there is no schema ${name}`);
    return [name, schema];
  }

  function fitting(schema: Schema): Any {
    if (schema.$ref !== undefined) {
      const existing = ofComponents.fitting.get(schema.$ref);
      if (existing) return existing;
      const [name, target] = named(schema.$ref);
      const fits = fitting(target);
      const made = rules[name]?.(fits) ?? fits;
      ofComponents.fitting.set(schema.$ref, made);
      return made;
    }
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case "string":
        return textOf(schema);
      case "integer":
        return fc.integer(rangeOf(schema));
      case "number":
        return fc.double({ ...rangeOf(schema), noNaN: true });
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "array":
        return listOf(schema);
      case "object":
        return objectOf(schema);
      default:
        return fc.oneof(...(schema.anyOf ?? []).map(fitting));
    }
  }

  function textOf({ format, pattern, minLength = 0, maxLength = textMax }: Schema): fc.Arbitrary<string> {
    const made = format === undefined ? undefined : formats[format];
    if (made) return made;
    if (format !== undefined) throw new Error(`say what texts of the format ${format} are like`);
    const limits = { minLength, maxLength: Math.min(maxLength, Math.max(minLength, textMax)) };
    const free = fc.string({ unit: character, ...limits });
    if (pattern === undefined) return free;
    const form = new RegExp(pattern, "u");
    // Free text with a letter in it is always accepted; an id must match its pattern.
    if (form.test("a b")) return free.filter((text) => form.test(text));
    return fc.stringMatching(form).filter((text) => text.length <= maxLength);
  }

  function listOf({ items = {}, minItems = 0, maxItems = itemsMax, uniqueItems }: Schema): Any {
    const limits = { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, itemsMax)) };
    return uniqueItems ? fc.uniqueArray(fitting(items), limits) : fc.array(fitting(items), limits);
  }

  /** Members that are valid, each by itself. */
  function membersOf(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
    const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
    const members = Object.entries(properties).map(([name, member]) => [name, fitting(member)] as const);
    const optional = members.filter(([name]) => !required.includes(name));
    const known = fc.tuple(
      fc.record(Object.fromEntries(members.filter(([name]) => required.includes(name)))),
      fc.record(Object.fromEntries(optional), { requiredKeys: [] }),
    );
    const others =
      typeof additionalProperties === "object"
        ? fc.dictionary(textOf(propertyNames ?? {}), fitting(additionalProperties), { maxKeys: itemsMax })
        : fc.constant({});
    return fc.tuple(known, others).map(([[needed, chosen], other]) => ({ ...other, ...chosen, ...needed }));
  }

  function objectOf(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
    const whole = membersOf(schema);
    const isAllowed = togetherIn(schema);
    return isAllowed ? whole.filter((value) => isAllowed(value) === true) : whole;
  }

  /** Whether the members are valid together, if a schema has a rule for that. */
  function togetherIn(schema: Schema): ValidateFunction | undefined {
    const { if: condition, then, else: otherwise, minProperties } = schema;
    const rules = Object.entries({ if: condition, then, else: otherwise, minProperties });
    const said = rules.filter(([, rule]) => rule !== undefined);
    return said.length === 0 ? undefined : compile(Object.fromEntries(said));
  }

  /**
   * Each arbitrary breaks one rule of the schema, and none of those that `rule` knows. The first place of a component
   * gets all of its faults. Other places have the same schema: some show that they check it at all.
   */
  function faults(schema: Schema, rule?: Rules[string]): Any[] {
    if (schema.$ref !== undefined) {
      const existing = ofComponents.faults.get(schema.$ref);
      if (existing) return existing.filter((_, index) => index % repeatedEvery === 0);
      const [name, target] = named(schema.$ref);
      const made = faults(target, rules[name]);
      ofComponents.faults.set(schema.$ref, made);
      return made;
    }
    const wrongType = fc.constantFrom(true, 12.5, "text", nonsense, [nonsense], { nonsense }, null);
    if (schema.enum || schema.const !== undefined) return [wrongType];
    switch (schema.type) {
      case "string":
        return [wrongType, ...textFaults(schema)];
      case "integer":
      case "number":
        return [wrongType, ...numberFaults(schema)];
      case "array":
        return [wrongType, ...listFaults(schema)];
      case "object":
        return [wrongType, ...objectFaults(schema, rule)];
      default:
        return [wrongType, ...alternativeFaults(schema.anyOf ?? [])];
    }
  }

  /** Beside null an empty text is none. */
  function alternativeFaults(members: Schema[]): Any[] {
    const isNullable = members.some(({ type }) => type === "null");
    return members.flatMap((one) =>
      faults(isNullable && one.type === "string" ? { ...one, minLength: 0 } : one),
    );
  }

  function textFaults({ minLength = 0, maxLength }: Schema): Any[] {
    return [
      ...(minLength > 0 ? [fc.constant("")] : []),
      ...(maxLength === undefined ? [] : [fc.constant("é".repeat(maxLength + 1))]),
    ];
  }

  function numberFaults({ minimum, maximum }: Schema): Any[] {
    return [
      ...(minimum === undefined ? [] : [fc.constantFrom(minimum - 1, minimum - 0.001)]),
      ...(maximum === undefined ? [] : [fc.constantFrom(maximum + 1, maximum + 0.5)]),
    ];
  }

  function listFaults({ items = {}, minItems = 0, maxItems, uniqueItems }: Schema): Any[] {
    const item = fitting(items);
    return [
      ...faults(items).map((fault) => fault.map((wrong) => [wrong])),
      ...(minItems > 0 ? [fc.constant<unknown[]>([])] : []),
      ...(uniqueItems ? [item.map((twice): unknown[] => [twice, twice])] : []),
      ...(maxItems === undefined ? [] : [item.map((same) => Array<unknown>(maxItems + 1).fill(same))]),
    ];
  }

  function objectFaults(schema: Schema, rule: Rules[string] = (made) => made): Any[] {
    const { properties = {}, required = [], additionalProperties } = schema;
    const fits = rule(objectOf(schema)) as fc.Arbitrary<Record<string, unknown>>;
    // What is right around a fault is tried by itself elsewhere: making it anew for each is most of the work.
    const whole = fc.constantFrom(...fc.sample(fits, { seed, numRuns: rightAroundFaults }));
    const isAllowed = togetherIn(schema);
    const without = (name: string) => whole.map(({ [name]: _, ...rest }) => rest);
    const having = (name: string, wrong: Any) =>
      fc.tuple(whole, wrong).map(([value, member]) => ({ ...value, [name]: member }));
    return [
      ...required.map(without),
      ...(isAllowed ? [membersOf(schema).filter((value) => isAllowed(value) !== true)] : []),
      ...(additionalProperties === false ? [having("no_such_member", fc.constant(1))] : []),
      ...(typeof additionalProperties === "object"
        ? [
            having("name", fc.oneof(...faults(additionalProperties))),
            having("n".repeat(2000), fc.constant("")),
          ]
        : []),
      ...Object.entries(properties).flatMap(([name, member]) =>
        faults(member).map((wrong) => having(name, wrong)),
      ),
    ];
  }

  function broken(schema: Schema): Any[] {
    const fits = compile(schema);
    return faults(schema).map((fault) => fault.filter((value) => fits(value) !== true));
  }

  function brokenText(schema: Schema): fc.Arbitrary<string> {
    const fits = compile(schema);
    const read = (text: string) => (schema.type === "integer" && /^-?\d+$/.test(text) ? Number(text) : text);
    return fc
      .oneof(...faults(schema))
      .map(String)
      .filter((text) => fits(read(text)) !== true);
  }

  return { fitting, broken, brokenText };
}

function rangeOf({ minimum, maximum }: Schema): { min: number; max: number } {
  return { min: minimum ?? Number.MIN_SAFE_INTEGER, max: maximum ?? Number.MAX_SAFE_INTEGER };
}

/** Characters of ASCII and beyond, some of two UTF-16 units, never half of one. */
const character: fc.Arbitrary<string> = fc.oneof(
  fc.string({ minLength: 1, maxLength: 1 }),
  fc.constantFrom("é", "ß", "中", "😀", "\u202e", "\u0301", "\n"),
);
