import { Timeline as Line, Text } from "@mantine/core";
import { redactedText } from "../../../../delivery/lifecycle/redacted.ts";
import type { TrackingView } from "../../../../delivery/tracking/schema.ts";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import { humanize } from "../../format.ts";
import { statusTones } from "../../theme.ts";

/** The tracking history, newest first. */
export function Timeline({ entries }: { entries: TrackingView["entries"] }) {
  return (
    <Section title="Timeline">
      <Line
        bulletSize={18}
        lineWidth={2}
        classNames={{ itemBullet: "timeline-bullet", item: "timeline-item" }}
      >
        {entries.toReversed().map(({ sequence, status, substatus, message, source, code, occurred_at }) => (
          <Line.Item
            key={sequence}
            title={humanize(substatus ?? status)}
            bullet={<span data-tone={statusTones[status]} />}
          >
            {message !== redactedText && <Text size="sm">{message}</Text>}
            <Text size="xs" c="dimmed">
              <Time at={occurred_at} />, {source}
              {code && `, ${humanize(code).toLowerCase()}`}
            </Text>
          </Line.Item>
        ))}
      </Line>
    </Section>
  );
}
