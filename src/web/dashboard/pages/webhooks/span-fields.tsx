import { TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { toTimestamp } from "@/infra/clock.ts";
import { dayMs } from "@/infra/units.ts";
import { pageNow } from "../../../browser/clock.ts";
import { fromLocalTime, toLocalTime } from "../../times.ts";

/** A period in a form; times are in the reader's time zone. */

export interface SpanValues extends Record<string, unknown> {
  from: string;
  /** Empty: until now. */
  to: string;
}

export function lastDay(): SpanValues {
  return { from: toLocalTime(toTimestamp(pageNow() - dayMs)), to: "" };
}

/** The period as the API takes it. Invalid times are sent as typed: the API refuses them. */
export function toSpan({ from, to }: SpanValues): { from: string; to?: string } {
  return {
    from: fromLocalTime(from) ?? from,
    ...(to !== "" && { to: fromLocalTime(to) ?? to }),
  };
}

export function SpanFields<Values extends SpanValues>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        type="datetime-local"
        label="From"
        description="At most 14 days ago"
        {...form.getInputProps("from")}
      />
      <TextInput
        type="datetime-local"
        label="To"
        description="Optional. Leave empty for now."
        {...form.getInputProps("to")}
      />
    </>
  );
}
