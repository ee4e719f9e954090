import type { ComponentProps } from "react";
import type { UnitSystem } from "@/infra/units.ts";
import { type NumberValue, numberOf } from "../number-value.ts";
import { type Measure, measureFault, shownMeasure, storedMeasure, unitName, useUnits } from "../units.ts";
import { NumberField } from "./number-field.tsx";

interface MeasureFieldProps extends Omit<ComponentProps<typeof NumberField>, "label" | "read" | "show"> {
  /** The unit stands behind it. */
  label: string;
  measure: Measure;
}

/**
 * A weight or a length in the units of its reader. Its value is what the API has, grams or millimeters; a text that is
 * no such number stays as typed.
 */
export function MeasureField({ label, measure, value = "", error, ...field }: MeasureFieldProps) {
  const units = useUnits();
  const system = units ?? "metric";
  const read = (text: string): NumberValue => {
    const typed = numberOf(text);
    return measureFault(typed, system, measure) === null
      ? storedMeasure(typed, system, measure)
      : text.trim();
  };
  const fault = typeof value === "string" ? measureFault(numberOf(value), system, measure) : null;
  return (
    <NumberField
      {...field}
      label={`${label} (${unitName(system, measure)})`}
      disabled={units === undefined}
      value={value}
      read={read}
      show={(small) => String(shownMeasure(small, system, measure))}
      error={fault ?? inUnits(error, value, system, measure)}
    />
  );
}

/** The API's sentence about grams or millimeters, in the unit of the field. */
function inUnits(
  error: MeasureFieldProps["error"],
  value: NumberValue,
  system: UnitSystem,
  measure: Measure,
): MeasureFieldProps["error"] {
  if (typeof error !== "string") return error;
  if (typeof value === "string" && value !== "") return "Must be a number, such as 2.5.";
  const [, bound, number] = /^(Must be (?:at least|at most)) (\d+)\.$/.exec(error) ?? [];
  if (bound === undefined) return error;
  return `${bound} ${shownMeasure(Number(number), system, measure)} ${unitName(system, measure)}.`;
}
