/** The changes of a form as a merge patch (RFC 7396): untouched fields are not sent and follow the server. */

/** The members of `after` that differ from `before`; lists are compared as a whole. */
export function changedOf<T extends object>(before: T, after: T): Partial<T> {
  return differences(before, after) as Partial<T>;
}

/** `target` with the patch applied. */
export function withChanges<T extends object>(target: T, patch: Partial<T>): T {
  return merged(target, patch) as T;
}

function differences(before: object, after: object): object {
  const former = new Map(Object.entries(before));
  const changed = Object.entries(after).flatMap(([name, value]) => {
    const old: unknown = former.get(name);
    if (JSON.stringify(old) === JSON.stringify(value)) return [];
    return [[name, isObject(old) && isObject(value) ? differences(old, value) : value]];
  });
  return Object.fromEntries(changed);
}

function merged(target: object, patch: object): object {
  const former = new Map(Object.entries(target));
  const changed = Object.entries(patch).map(([name, value]) => {
    const old: unknown = former.get(name);
    return [name, isObject(old) && isObject(value) ? merged(old, value) : value];
  });
  return { ...target, ...Object.fromEntries(changed) };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
