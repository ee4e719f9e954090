import { replaceEqualDeep } from "@tanstack/react-query";
import { useState } from "react";

/** The same object for as long as it says the same, so that what shows it is not drawn again. */
export function useUnchanged<T>(value: T): T {
  const [kept, setKept] = useState(value);
  const shown = replaceEqualDeep(kept, value);
  if (shown !== kept) setKept(shown);
  return shown;
}
