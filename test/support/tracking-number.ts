const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Whether a text is a tracking number with a valid check character: Luhn mod 32 (ISO/IEC 7812-1). */
export function isTrackingNumber(text: string): boolean {
  if (!/^WB[0-9A-HJKMNP-TV-Z]{11}$/.test(text)) return false;
  const digits = [...text.slice(2)].reverse().map((character) => alphabet.indexOf(character));
  const doubled = digits.map((digit, index) => digit * (1 + (index % 2)));
  const sum = doubled.reduce((all, digit) => all + Math.floor(digit / 32) + (digit % 32), 0);
  return sum % 32 === 0;
}
