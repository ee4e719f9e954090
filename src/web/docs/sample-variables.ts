/** What a guide's samples read and nothing in them sets: the reader has to, and is told before the first sample. */

const sample = /^```bash\n([\s\S]*?)^```$/gm;
const read = /\$\{?([A-Z][A-Z_]+)/g;
const set = /(?:^|[\s(;])(?:(?:for|read) )?([A-Z][A-Z_]+)(?:=| in )/g;
/** The quick start sets them. */
const common = ["WAYBILL_URL", "WAYBILL_API_KEY"];
const list = new Intl.ListFormat("en", { type: "conjunction" });

/** In the order of their first use. */
export function openVariables(text: string): string[] {
  const code = [...text.matchAll(sample)].map(([, block = ""]) => block).join("\n");
  const namesOf = (pattern: RegExp) => new Set([...code.matchAll(pattern)].map(([, name = ""]) => name));
  return [...namesOf(read).difference(namesOf(set))];
}

/** The guide with a sentence about them. */
export function withVariables(text: string): string {
  const open = openVariables(text);
  if (open.length === 0) return text;
  const own = open.filter((name) => !common.includes(name));
  const shown = list.format(open.map((name) => `\`$${name}\``));
  const remedy =
    own.length === open.length
      ? "Set them to what earlier responses say."
      : `[The quick start](quick-start.md) sets the address and the key${own.length > 0 ? "; set the others to what earlier responses say" : ""}.`;
  return text.replace(/^(?=```|## )/m, () => `The samples read ${shown}. ${remedy}\n\n`);
}
