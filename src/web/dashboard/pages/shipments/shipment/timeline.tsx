import { Anchor, Group, Image, Timeline as Line, Text } from "@mantine/core";
import { recallRequestedCode, recallWithdrawnCode } from "@/delivery/lifecycle/state/recall.ts";
import { redactedText } from "@/delivery/lifecycle/state/redacted.ts";
import type { TrackingView } from "@/delivery/lifecycle/tracking/schema.ts";
import { reasonCodes, type Status } from "@/delivery/model/model.ts";
import { Section } from "../../../components/section.tsx";
import { formatSeconds, humanize } from "../../../format.ts";
import { statusTones } from "../../../theme.ts";
import { Moment } from "./moment.tsx";
import { pictureAddress } from "./proof.tsx";

/** The tracking history, newest first. */
export function Timeline({ tracking }: { tracking: TrackingView }) {
  const { entries } = tracking;
  return (
    <Section title="Timeline">
      <Line
        bulletSize={18}
        lineWidth={2}
        classNames={{ itemBullet: "timeline-bullet", item: "timeline-item" }}
      >
        {entries
          .map((entry, index) => (
            <Line.Item
              key={entry.sequence}
              title={titleOf(entry)}
              bullet={<span data-tone={statusTones[entry.status]} />}
            >
              <Said entry={entry} before={entries[index - 1]?.occurred_at} />
              <Pictures tracking={tracking} entry={entry} />
            </Line.Item>
          ))
          .toReversed()}
      </Line>
    </Section>
  );
}

type Entry = TrackingView["entries"][number];

function titleOf({ status, substatus, code }: Entry): string {
  return humanize(besideOf(status, code) ?? substatus ?? status);
}

/** @param before when the entry before it happened */
function Said({ entry, before }: { entry: Entry; before: string | undefined }) {
  const { status, message, source, code, occurred_at, proof } = entry;
  return (
    <>
      {message !== redactedText && <Text size="sm">{message}</Text>}
      {proof?.recipient_name && <Text size="sm">Received by {proof.recipient_name}</Text>}
      {proof?.note && <Text size="sm">{proof.note}</Text>}
      <Text size="xs" c="dimmed">
        <Moment at={occurred_at} />
        {elapsed(before, occurred_at)}, {source}
        {code && !besideOf(status, code) && `, ${humanize(code).toLowerCase()}`}
      </Text>
    </>
  );
}

/** What the report showed, each picture a link to itself. */
function Pictures({ tracking, entry }: { tracking: TrackingView; entry: Entry }) {
  const { signature = null } = entry.proof ?? {};
  const title = titleOf(entry).toLowerCase();
  const pictures = [
    ...entry.photos.map(({ url }, index) => ({ url, name: `Photo ${index + 1}: ${title}` })),
    ...(signature ? [{ url: signature.url, name: `Signature: ${title}` }] : []),
  ];
  if (pictures.length === 0) return null;
  return (
    <Group gap="xs" mt={4}>
      {pictures.map(({ url, name }) => (
        <Anchor key={url} href={pictureAddress(tracking, url)} target="_blank" rel="noreferrer">
          <Image src={pictureAddress(tracking, url)} alt={name} h={72} w="auto" radius="sm" />
        </Anchor>
      ))}
    </Group>
  );
}

const besideCodes: readonly string[] = ["scanned", recallRequestedCode, recallWithdrawnCode, ...reasonCodes];

/** A scan, a failed attempt, a hold and a recall do not change the state that they stand beside. */
function besideOf(status: Status, code: string | null): string | undefined {
  if (code === null || (status !== "assigned" && status !== "in_transit")) return undefined;
  return besideCodes.includes(code) ? code : undefined;
}

/** How long after the entry before, if that can be seen: `, +12 sec`. */
function elapsed(before: string | undefined, at: string): string {
  const seconds = before === undefined ? 0 : Math.floor((Date.parse(at) - Date.parse(before)) / 1000);
  return seconds < 1 ? "" : `, +${formatSeconds(seconds)}`;
}
