import { TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { systemClock, toTimestamp } from "../../../../infra/clock.ts";
import { dayMs } from "../../../../infra/durations.ts";
import { fromLocalTime, toLocalTime } from "../../times.ts";

/** A span of time in the form of a dialog; times are those where the reader is. */

export interface SpanValues extends Record<string, unknown> {
  since: string;
  /** Empty: until now. */
  until: string;
}

export function lastDay(): SpanValues {
  return { since: toLocalTime(toTimestamp(systemClock.now() - dayMs)), until: "" };
}

/** As the API takes it; a time that is none is sent as it stands, for the API to say so. */
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
        description="Now, if it is left empty"
        {...form.getInputProps("until")}
      />
    </>
  );
}
