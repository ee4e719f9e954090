import { folded } from "../../infra/text/words.ts";

/** Codes as the API wants them, made from what people call a thing. */

const lengthMax = 40;

/** `Kurier-Nord` → `kurier_nord`. Empty for a name without Latin letters: its person chooses a code. */
export function codeOfName(name: string): string {
  return folded(name)
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, lengthMax)
    .replace(/_+$/, "");
}

/** The code beside a name that changes: it follows the name until somebody has given it words of its own. */
export function codeBeside(before: { name: string; code: string }, name: string): string {
  return before.code === codeOfName(before.name) ? codeOfName(name) : before.code;
}
