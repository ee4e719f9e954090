import { formatWeight } from "../../../units.ts";

/** `1.2 kg, 2.6 lb`: for who reads the one and thinks in the other. */
export function formatWeights(grams: number): string {
  return `${formatWeight(grams, "metric")}, ${formatWeight(grams, "imperial")}`;
}
