import { AppError } from "../errors.ts";

/**
 * Refuses repeated parameters and makes numbers of those that the schema has as integers. Everything else
 * is the schema's to judge. @throws AppError `query_invalid`
 */
export function prepareQuery(
  url: string,
  query: Record<string, unknown>,
  integers: ReadonlySet<string> = new Set(),
): void {
  const names = [...new URL(url).searchParams.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new AppError("query_invalid", {
      errors: [{ parameter: repeated, code: "repeated", detail: "may be given once" }],
    });
  }
  for (const name of integers) {
    const text = query[name];
    if (typeof text === "string" && /^-?\d{1,15}$/.test(text)) query[name] = Number(text);
  }
}
