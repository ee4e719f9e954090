/**
 * What a person typed, in one line; null without text. Line breaks and control characters become spaces, and what turns
 * the direction of text is gone, so that a recipient's words cannot look like the sender's to a driver.
 */
export function plainText(entered: string | null | undefined): string | null {
  const line = (entered ?? "").replace(/\p{Bidi_Control}/gu, "").replace(/[\p{Cc}\s]+/gu, " ");
  return line.trim() || null;
}
