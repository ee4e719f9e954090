import type { GuessedColumn } from "./guessing.ts";

/** Shops write a line for each article: the lines of one order become one row. Pure. */

/** What the lines below the first of an order may still say. */
const repeated = new Set(["reference", "delivery.contact.email"]);

/**
 * Whether each row only continues the order of the one above: it has the same reference and says nothing else, or all the
 * same in a file with columns for articles. Two rows of a sheet that people made are two orders, or one too many.
 */
export function continuedRows(
  columns: readonly GuessedColumn[],
  rows: readonly (readonly string[])[],
): boolean[] {
  const reference = columns.findIndex(({ field }) => field === "reference");
  const meant = columns.flatMap(({ field }, index) => (field === null ? [] : [{ field, index }]));
  const hasArticles = columns.some(({ isArticle }) => isArticle);
  if (reference === -1) return rows.map(() => false);
  let order: readonly string[] = [];
  return rows.map((row) => {
    const cell = (index: number) => row[index]?.trim() ?? "";
    const says = meant.filter(({ index }) => cell(index) !== "");
    const isSame = cell(reference) !== "" && cell(reference) === order[reference]?.trim();
    const isBare = says.every(({ field }) => repeated.has(field));
    const isRepeated = says.every(({ index }) => cell(index) === order[index]?.trim());
    if (isSame && (isBare || (hasArticles && isRepeated))) return true;
    order = row;
    return false;
  });
}
