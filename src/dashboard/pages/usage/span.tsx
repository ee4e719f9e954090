import { Group, SegmentedControl, TextInput } from "@mantine/core";
import { systemClock, toTimestamp } from "../../../clock.ts";
import type { UsageView } from "../../../usage/schema.ts";

const dayMs = 86_400_000;
const dayLength = "2026-01-31".length;
const lengths = ["7", "30", "90", "365"];
const lengthDefault = "30";
/** None of the lengths: days of one's own. */
const own = "";

interface SpanProps {
  /** As the address has it. */
  from: string | undefined;
  to: string | undefined;
  /** What the API made of it. */
  usage: UsageView | undefined;
  onChange: (span: { from?: string | undefined; to?: string | undefined }) => void;
}

/** Of which days usage is shown: the last ones, or any. */
export function Span({ from, to, usage, onChange }: SpanProps) {
  return (
    <Group gap="sm" align="end">
      <SegmentedControl
        aria-label="Days"
        data={lengths.map((value) => ({ value, label: `${value} days` }))}
        value={lengthOf(from, to)}
        onChange={(length) => onChange({ from: length === lengthDefault ? undefined : firstOf(length) })}
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
  if (to !== undefined) return own;
  if (from === undefined) return lengthDefault;
  return lengths.find((length) => firstOf(length) === from) ?? own;
}

/** The first of the last days, which today is one of; days of the API are those of UTC. */
function firstOf(length: string): string {
  return toTimestamp(systemClock.now() - (Number(length) - 1) * dayMs).slice(0, dayLength);
}
