/** Tracking numbers, as labels show them and people type them. */

/** Contract §3: `WB` and 11 characters of Crockford's base32. */
const number = /WB[0-9A-HJKMNP-TV-Z]{11}/;
const typedCharacters = 4;

/** The tracking number in what was scanned or typed; a QR code may hold a whole address. */
export function trackingNumberIn(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, "");
  return number.exec(plain)?.[0] ?? null;
}

/** Whether a text names this parcel: its tracking number, or its last four characters. */
export function namesParcel(text: string, trackingNumber: string): boolean {
  const plain = text.toUpperCase().replace(/[\s-]/g, "");
  return (
    trackingNumberIn(plain) === trackingNumber ||
    (plain.length === typedCharacters && trackingNumber.endsWith(plain))
  );
}
