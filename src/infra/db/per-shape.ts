import { type Placeholder, sql } from "drizzle-orm";

type Value = string | number | null;

/** A shape of values with a placeholder for each. */
export type Placeholders<T> = T extends Value
  ? Placeholder
  : T extends readonly (infer Item)[]
    ? readonly Placeholders<Item>[]
    : { readonly [Name in keyof T]: Placeholders<T[Name]> };

interface Statement<Row> {
  all(values: Record<string, unknown>): Row[];
  get(values: Record<string, unknown>): Row | undefined;
}

/** More shapes than clients use. Each keeps some kilobytes, and filters can be combined in thousands of ways. */
const shapesMax = 100;

/**
 * A query whose text depends on what it is given: on which filters there are, and on how many values they have. `build`
 * gets a placeholder for each value, and is called once for each shape: building a query costs ten times as much as
 * running a prepared one. What is undefined is not part of a shape, and neither is an empty list.
 */
export function perShape<Given extends object, Row>(
  build: (given: Placeholders<Given>) => { prepare(): Statement<Row> },
): { all(given: Given): Row[]; get(given: Given): Row | undefined } {
  const statements = new Map<string, Statement<Row>>();
  function statementFor(given: Given, shape: string): Statement<Row> {
    const known = statements.get(shape);
    if (known) return known;
    const [oldest] = statements.keys();
    if (oldest !== undefined && statements.size === shapesMax) statements.delete(oldest);
    const statement = build(placeholdersFor(given, "") as Placeholders<Given>).prepare();
    statements.set(shape, statement);
    return statement;
  }
  function shaped(given: Given): [Statement<Row>, Record<string, unknown>] {
    const values: Record<string, unknown> = {};
    collect(given, "", values);
    return [statementFor(given, Object.keys(values).join()), values];
  }
  return {
    all(given) {
      const [statement, values] = shaped(given);
      return statement.all(values);
    },
    get(given) {
      const [statement, values] = shaped(given);
      return statement.get(values);
    },
  };
}

/** The values by their place, `before.id` or `statuses.0`. The places are the shape. */
function collect(part: unknown, place: string, values: Record<string, unknown>): void {
  if (part === undefined) return;
  if (part === null || typeof part !== "object") {
    values[place] = part;
    return;
  }
  for (const [name, member] of Object.entries(part)) collect(member, `${place}.${name}`, values);
}

function placeholdersFor(part: unknown, place: string): unknown {
  if (part === undefined) return undefined;
  if (part === null || typeof part !== "object") return sql.placeholder(place);
  if (Array.isArray(part)) return part.map((item, index) => placeholdersFor(item, `${place}.${index}`));
  const members = Object.entries(part).map(([name, member]) => [
    name,
    placeholdersFor(member, `${place}.${name}`),
  ]);
  return Object.fromEntries(members);
}
