import { Timeline as Line, Text } from "@mantine/core";
import { redactedText } from "../../../../delivery/lifecycle/redacted.ts";
import { reasonCodes, type Status } from "../../../../delivery/model.ts";
import type { TrackingView } from "../../../../delivery/tracking/schema.ts";
import { Section } from "../../components/section.tsx";
import { formatSeconds, humanize } from "../../format.ts";
import { statusTones } from "../../theme.ts";
import { Moment } from "./moment.tsx";

/** The tracking history, newest first. */
export function Timeline({ entries }: { entries: TrackingView["entries"] }) {
  return (
    <Section title="Timeline">
      <Line
        bulletSize={18}
        lineWidth={2}
        classNames={{ itemBullet: "timeline-bullet", item: "timeline-item" }}
      >
        {entries
          .map(({ sequence, status, substatus, message, source, code, occurred_at }, index) => (
            <Line.Item
              key={sequence}
              title={humanize(besideOf(status, code) ?? substatus ?? status)}
              bullet={<span data-tone={statusTones[status]} />}
            >
              {message !== redactedText && <Text size="sm">{message}</Text>}
              <Text size="xs" c="dimmed">
                <Moment at={occurred_at} />
                {elapsed(entries[index - 1]?.occurred_at, occurred_at)}, {source}
                {code && !besideOf(status, code) && `, ${humanize(code).toLowerCase()}`}
              </Text>
            </Line.Item>
          ))
          .toReversed()}
      </Line>
    </Section>
  );
}

/** A scan, a failed attempt and a hold do not change the state that they stand beside. */
function besideOf(status: Status, code: string | null): string | undefined {
  if (code === null || (status !== "assigned" && status !== "in_transit")) return undefined;
  return code === "scanned" || reasonCodes.some((reason) => reason === code) ? code : undefined;
}

/** How long after the entry before, if that can be seen: `, +12 sec`. */
function elapsed(before: string | undefined, at: string): string {
  const seconds = before === undefined ? 0 : Math.floor((Date.parse(at) - Date.parse(before)) / 1000);
  return seconds < 1 ? "" : `, +${formatSeconds(seconds)}`;
}
