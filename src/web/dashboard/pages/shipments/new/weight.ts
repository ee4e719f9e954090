/** Weights as people read them. The API counts grams. */

const gramsPerPound = 453.59237;

const inKilograms = new Intl.NumberFormat(undefined, {
  style: "unit",
  unit: "kilogram",
  maximumFractionDigits: 3,
});
const inGrams = new Intl.NumberFormat(undefined, { style: "unit", unit: "gram" });
const inPounds = new Intl.NumberFormat(undefined, { style: "unit", unit: "pound", maximumFractionDigits: 1 });

/** `850 g`, `1.2 kg`. */
export function formatWeight(grams: number): string {
  return grams < 1000 ? inGrams.format(grams) : inKilograms.format(grams / 1000);
}

/** `1.2 kg, 2.6 lb`. */
export function formatWeights(grams: number): string {
  return `${inKilograms.format(grams / 1000)}, ${inPounds.format(grams / gramsPerPound)}`;
}
