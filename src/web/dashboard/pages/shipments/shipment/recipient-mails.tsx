import { Group, Stack, Text } from "@mantine/core";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { RecipientMailsView, RecipientMailView } from "@/delivery/recipients/mail/schema.ts";
import { Section } from "../../../components/section.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { Time } from "../../../components/time.tsx";
import { humanize } from "../../../format.ts";
import { useRead } from "../../../queries.ts";
import type { Tone } from "../../../theme.ts";

const titles: Record<string, string> = {
  collected: "On its way",
  held: "Held by customs",
  missed: "Attempt failed",
  delayed: "New time",
  approaching: "Driver is near",
  finished: "Result",
};
const tones: Record<string, Tone> = { sent: "good", failed: "bad" };
const reasons: Record<string, string> = {
  stopped: "The recipient had stopped the emails.",
  no_address: "The recipient had no email address any more.",
  erased: "The personal data was erased.",
  link_ended: "The tracking link had ended.",
  switched_off: "Emails were switched off, or not allowed.",
  limit_reached: "The limit of 24 hours was reached.",
  outdated: "It was no news any more.",
  address_is_local: "Its links would open only on the server's own machine.",
  address_refused: "The mail server refused the address.",
  mail_server: "The mail server did not take it.",
};

const waitingEveryMs = 5_000;
const isWaiting = ({ data }: RecipientMailsView) => data.some(({ status }) => status === "waiting");

/** Which emails the recipient got, and when. Absent without any. */
export function RecipientMails({ shipment: { id, environment } }: { shipment: ShipmentView }) {
  const path = `/platform/shipments/${id}/recipient-mails` as const;
  const { data: mails } = useRead(path, {
    environment,
    refetchInterval: (mails) => isWaiting(mails) && waitingEveryMs,
  });
  if (!mails || mails.data.length === 0) return null;
  return (
    <Section title="Emails to the recipient">
      <Stack gap="xs">
        {mails.data.map((mail) => (
          <Line key={`${mail.moment} ${mail.created_at}`} mail={mail} />
        ))}
      </Stack>
      {mails.stopped_at && (
        <Text size="sm">
          The recipient stopped the emails of this delivery <Time at={mails.stopped_at} />.
        </Text>
      )}
    </Section>
  );
}

function Line({ mail: { moment, status, reason, created_at, sent_at } }: { mail: RecipientMailView }) {
  return (
    <Group gap="sm">
      <StatusBadge tone={tones[status] ?? "quiet"}>{humanize(status)}</StatusBadge>
      <Text size="sm">{titles[moment] ?? humanize(moment)}</Text>
      <Text size="sm" c="dimmed">
        {reason ? (reasons[reason] ?? humanize(reason)) : <Time at={sent_at ?? created_at} />}
      </Text>
    </Group>
  );
}
