/** Crockford's base 32 (no I, L, O, U). */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const base = alphabet.length;
const payloadLength = 10;

/** Luhn mod N check character (ISO/IEC 7812-1 generalized to 32 characters). */
function checkCharacter(payload: string): string {
  let factor = 2;
  let sum = 0;
  for (let index = payload.length - 1; index >= 0; index -= 1) {
    const product = factor * alphabet.indexOf(payload.charAt(index));
    sum += Math.floor(product / base) + (product % base);
    factor = factor === 2 ? 1 : 2;
  }
  return alphabet.charAt((base - (sum % base)) % base);
}

/** `WB`, ten random characters and their check character. `pick(n)` is a random integer below n. */
export function makeTrackingNumber(pick: (below: number) => number): string {
  const payload = Array.from({ length: payloadLength }, () => alphabet.charAt(pick(base))).join("");
  return `WB${payload}${checkCharacter(payload)}`;
}
