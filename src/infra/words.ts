/** With a capital at its beginning: `recipient unavailable` → `Recipient unavailable`. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
