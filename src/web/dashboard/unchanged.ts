import { replaceEqualDeep } from "@tanstack/react-query";
import { useState } from "react";

/** Returns one object for as long as its content stays, so that what shows it is not drawn again. */
export function useUnchanged<T>(value: T): T {
  const [kept, setKept] = useState(value);
  const shown = replaceEqualDeep(kept, value);
  if (shown !== kept) setKept(shown);
  return shown;
}

/** Keeps the objects that did not change, so that only what changed is drawn again; rows also where they moved. */
export function keepUnchanged(before: unknown, after: unknown): unknown {
  if (!isPage(before) || !isPage(after)) return replaceEqualDeep(before, after);
  const known = new Map(before.data.map((row) => [row.id, row]));
  const data = after.data.map((row) => replaceEqualDeep(known.get(row.id), row));
  const isSame = data.length === before.data.length && data.every((row, place) => row === before.data[place]);
  return isSame ? replaceEqualDeep(before, { ...after, data: before.data }) : { ...after, data };
}

function isPage(data: unknown): data is { data: { id: string }[] } {
  return (
    typeof data === "object" &&
    data !== null &&
    "data" in data &&
    Array.isArray(data.data) &&
    data.data.every((row: unknown) => typeof row === "object" && row !== null && "id" in row)
  );
}
