/**
 * What somebody entered as digits, in those of 0 to 9 and without blanks and hyphens. Phones with an Arabic or Japanese
 * keyboard may write digits of their own, which follow each other in Unicode.
 */
export function westernDigits(entered: string): string {
  const zeros = [0x0660, 0x06f0, 0xff10];
  return entered.replace(/[\s-]/g, "").replace(/[٠-٩۰-۹０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zeros.findLast((first) => first <= code) ?? code;
    return String(code - zero);
  });
}
