/** Long lists in a line: what is cut is counted. */

const shownMax = 3;
const textMax = 80;

export function listText(entries: readonly string[]): string {
  const left = entries.length - shownMax;
  const shown = entries.slice(0, shownMax).join(", ");
  return left > 0 ? `${shown} and ${left} more` : shown;
}

export function beginningOf(text: string): string {
  return text.length > textMax ? `${text.slice(0, textMax)} …` : text;
}
