import { Group, SegmentedControl, TextInput } from "@mantine/core";
import type { UsageView } from "@/access/usage/schema.ts";
import { firstOfLast } from "../../../browser/clock.ts";

const lengths = ["7", "30", "90", "365"];
const lengthDefault = "30";
/** The value of the switch for days that match none of the lengths. */
const custom = "";

interface SpanProps {
  /** As the page's address has them. */
  from: string | undefined;
  to: string | undefined;
  /** What the API returned for them. */
  usage: UsageView | undefined;
  onChange: (span: { from?: string | undefined; to?: string | undefined }) => void;
}

/** Chooses the days: the last ones, or any. */
export function Span({ from, to, usage, onChange }: SpanProps) {
  return (
    <Group gap="sm" align="end">
      <SegmentedControl
        aria-label="Period"
        data={lengths.map((value) => ({ value, label: `${value} days` }))}
        value={lengthOf(from, to)}
        onChange={(length) =>
          onChange({ from: length === lengthDefault ? undefined : firstOfLast(Number(length)) })
        }
      />
      <TextInput
        type="date"
        label="From"
        value={from ?? usage?.from ?? ""}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value || undefined, to })}
      />
      <TextInput
        type="date"
        label="To"
        value={to ?? usage?.to ?? ""}
        onChange={({ currentTarget }) => onChange({ from, to: currentTarget.value || undefined })}
      />
    </Group>
  );
}

function lengthOf(from: string | undefined, to: string | undefined): string {
  if (to !== undefined) return custom;
  if (from === undefined) return lengthDefault;
  return lengths.find((length) => firstOfLast(Number(length)) === from) ?? custom;
}
