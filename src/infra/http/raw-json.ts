/** Responses whose parts are JSON already, such as stored events: nobody parses them to make the same text again. */

const texts = new WeakMap<object, string>();

/** `JSON.stringify` makes the same as `toJson`, only slower. */
const serialized = {
  toJSON(this: object): unknown {
    return JSON.parse(texts.get(this) ?? "null");
  },
};

/**
 * Stored JSON as an item of a page. It has the type of what the text says, so that its route is checked against the
 * schema; but its members cannot be read, only its JSON and those that are `known`.
 */
export function rawJson<T extends object>(text: string, known: Partial<T> = {}): T {
  const raw = Object.freeze(Object.assign(Object.create(serialized), known));
  texts.set(raw, text);
  return raw;
}

/** Makes the JSON of an object once, for all who need it: nobody may change the object from here on. */
export function cacheJson(value: object): string {
  const text = itemJson(value);
  texts.set(value, text);
  return text;
}

/** The JSON of an object. What is kept of its members is put in as it is. */
export function splicedJson(value: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(value);
  if (!members.some(([, member]) => texts.has(member as object))) return JSON.stringify(value);
  const parts = members.flatMap(([name, member]) => {
    const text = texts.get(member as object) ?? JSON.stringify(member);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${parts.join()}}`;
}

/** The JSON of one item, stored or not. */
export function itemJson(item: object): string {
  return texts.get(item) ?? JSON.stringify(item);
}

/** The JSON of a response; undefined for none. */
export function toJson(value: unknown): string | undefined {
  const items = itemsOf(value);
  const first = items[0];
  if (first === undefined || !texts.has(first)) return texts.get(value as object) ?? JSON.stringify(value);
  const { data: _items, ...rest } = value as { data: unknown };
  return `{"data":[${items.map((item) => texts.get(item)).join()}],${JSON.stringify(rest).slice(1)}`;
}

function itemsOf(value: unknown): readonly object[] {
  const data = (value as { data?: unknown } | null | undefined)?.data;
  return Array.isArray(data) && typeof data[0] === "object" ? data : [];
}
