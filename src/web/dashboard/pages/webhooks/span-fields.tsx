import { TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { toTimestamp } from "@/infra/clock.ts";
import { dayMs } from "@/infra/units.ts";
import { pageNow } from "../../../browser/clock.ts";
import { fromLocalTime, toLocalTime } from "../../times.ts";

/** A period in a form; times are in the reader's time zone. */

export interface SpanValues extends Record<string, unknown> {
  since: string;
  /** Empty: until now. */
  until: string;
}

export function lastDay(): SpanValues {
  return { since: toLocalTime(toTimestamp(pageNow() - dayMs)), until: "" };
}

/** The period as the API takes it. Invalid times are sent as typed: the API refuses them. */
export function toSpan({ since, until }: SpanValues): { since: string; until?: string } {
  return {
    since: fromLocalTime(since) ?? since,
    ...(until !== "" && { until: fromLocalTime(until) ?? until }),
  };
}

export function SpanFields<Values extends SpanValues>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        type="datetime-local"
        label="Since"
        description="At most 14 days ago"
        {...form.getInputProps("since")}
      />
      <TextInput
        type="datetime-local"
        label="Until"
        description="Optional. Leave empty for now."
        {...form.getInputProps("until")}
      />
    </>
  );
}
