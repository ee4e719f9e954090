import { Code, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import type { OperatorSettingsView, SettingView } from "@/operator/settings-schema.ts";
import { Empty } from "../../components/empty.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { ListTable, wholeList } from "../../components/list-table.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { useRead } from "../../queries.ts";
import { Alarms } from "./alarms.tsx";
import { Geocoder } from "./geocoder.tsx";

const lookEveryMs = 15_000;
/** Cells of tables stay on one line otherwise. */
const wrapping = { whiteSpace: "normal", overflowWrap: "anywhere" } as const;

/** What the installation is set to, and what became of it. Changes are made where the server is started. */
export function OperatorSettingsPage() {
  const settings = useRead("/operator/settings", { refetchInterval: lookEveryMs });
  if (settings.data === undefined) {
    return settings.error ? <ProblemAlert problem={settings.error} /> : <PageSkeleton />;
  }
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
        <State state={settings.data.state} />
        <Mail mail={settings.data.state.mail} />
        <Geocoder geocoder={settings.data.state.geocoder} />
      </SimpleGrid>
      <Alarms />
      <Settings settings={settings.data.data} />
    </Stack>
  );
}

function State({ state }: { state: OperatorSettingsView["state"] }) {
  const { public_url, is_sign_up_open, default_tier, encrypts_secrets } = state;
  return (
    <Section title="Installation">
      <Facts>
        <Fact label="Public URL" isCode>
          {public_url}
        </Fact>
        <Fact label="Sign-up">
          {is_sign_up_open ? "Open to everybody" : "Closed: you create the accounts"}
        </Fact>
        <Fact label="Tier of new accounts">{default_tier}</Fact>
        <Fact label="Stored secrets">
          {encrypts_secrets ? (
            <StatusBadge tone="good">Encrypted</StatusBadge>
          ) : (
            <StatusBadge tone="warn">Not encrypted: set WAYBILL_SECRET_KEY</StatusBadge>
          )}
        </Fact>
      </Facts>
    </Section>
  );
}

function Mail({ mail }: { mail: OperatorSettingsView["state"]["mail"] }) {
  const { is_set_up, last_sent_at, last_failure: failure } = mail;
  return (
    <Section title="Email">
      <Facts>
        <Fact label="Status">
          <MailStatus mail={mail} />
        </Fact>
        {is_set_up && (
          <Fact label="Last sent">
            <Time at={last_sent_at} none="None since the start" />
          </Fact>
        )}
        {failure && (
          <Fact label="Last failure">
            <Time at={failure.at} />: {failure.message}
          </Fact>
        )}
      </Facts>
      {!is_set_up && (
        <Text size="sm" c="dimmed">
          Set WAYBILL_SMTP_URL and WAYBILL_SMTP_FROM. Without mail, nobody gets notices, invitations or links
          for a new password.
        </Text>
      )}
    </Section>
  );
}

function MailStatus({ mail }: { mail: OperatorSettingsView["state"]["mail"] }) {
  if (!mail.is_set_up) return <StatusBadge tone="quiet">Not set up</StatusBadge>;
  if (mail.last_failure) return <StatusBadge tone="bad">Failing</StatusBadge>;
  if (mail.last_sent_at === null) return <StatusBadge tone="quiet">Set up, not used yet</StatusBadge>;
  return <StatusBadge tone="good">Works</StatusBadge>;
}

function Settings({ settings }: { settings: readonly SettingView[] }) {
  // Those that somebody set come first.
  const rows = settings.toSorted((one, other) => Number(one.from === null) - Number(other.from === null));
  return (
    <Section
      title="All settings"
      lead="As waybill config print shows them. To change one, set its flag or variable and restart the server."
    >
      <ListTable
        list={wholeList(rows)}
        label="List of settings"
        keyOf={({ name }) => name}
        columns={[
          {
            title: "Setting",
            main: true,
            cell: ({ name, description }) => (
              <>
                <Code>{name}</Code>
                <Text size="xs" c="dimmed" style={wrapping}>
                  {description}
                </Text>
              </>
            ),
          },
          { title: "Value", isSentence: true, cell: ({ value }) => <Code style={wrapping}>{value}</Code> },
          { title: "From", cell: ({ from }) => (from === null ? "Default" : <Code>{from}</Code>) },
        ]}
        empty={
          <Empty icon={IconAdjustments} title="No settings">
            This server was started without settings.
          </Empty>
        }
      />
    </Section>
  );
}
