import { Button, Stack, Text } from "@mantine/core";
import { IconBellCheck, IconSend } from "@tabler/icons-react";
import type { AlarmTestView, TroubleView } from "@/operator/alarms/schema.ts";
import { post } from "../../../browser/api.ts";
import { Empty } from "../../components/empty.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { ListTable, wholeList } from "../../components/list-table.tsx";
import { Notice } from "../../components/notice.tsx";
import { ActionProblem, ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { useAction, useRead } from "../../queries.ts";

const path = "/operator/alarms";
const lookEveryMs = 15_000;
const channelNames = { webhook: "Webhook", mail: "Email" } as const;

/** How Waybill tells the operator what needs them, and what it told. */
export function Alarms() {
  const alarms = useRead(path, { refetchInterval: lookEveryMs });
  const test = useAction(() => post(`${path}/test`), {
    changes: [path, "/audit", "/operator/settings"],
  });
  if (alarms.data === undefined) return <ProblemAlert problem={alarms.error} />;
  const { webhook, mail, data } = alarms.data;
  const isSetUp = webhook.is_set_up || mail.is_set_up;
  return (
    <Section
      title="Alarms"
      lead="Waybill tells you when something urgent begins to need you, and when it ends."
      action={
        isSetUp && (
          <Button
            variant="default"
            leftSection={<IconSend size={16} />}
            loading={test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            Send a test
          </Button>
        )
      }
    >
      <ActionProblem problem={test.error} />
      {test.data && <Results results={test.data.data} />}
      {!isSetUp && (
        <Notice tone="warn">
          Nobody is told. Set WAYBILL_ALARM_URL and WAYBILL_ALARM_SECRET for a signed webhook, or set up an
          SMTP server and verify your email address.
        </Notice>
      )}
      <Facts>
        <Fact label="Webhook">{webhook.host ?? "Not set up: set WAYBILL_ALARM_URL"}</Fact>
        <Fact label="Email">
          {mail.is_set_up
            ? mail.addresses.join(", ")
            : "Not set up: needs an SMTP server and your verified address"}
        </Fact>
      </Facts>
      {isSetUp && <Troubles troubles={data} />}
    </Section>
  );
}

function Results({ results }: { results: AlarmTestView["data"] }) {
  return (
    <Stack gap="xs" role="status">
      {results.map(({ channel, is_sent, error }) => (
        <Notice key={channel} tone={is_sent ? "good" : "bad"}>
          {channelNames[channel]}: {is_sent ? "the test was sent." : error}
        </Notice>
      ))}
    </Stack>
  );
}

function Troubles({ troubles }: { troubles: readonly TroubleView[] }) {
  return (
    <ListTable
      list={wholeList(troubles)}
      label="List of alarms"
      keyOf={({ trouble_id }) => trouble_id}
      columns={[
        {
          title: "What",
          main: true,
          cell: ({ message, account }) => (
            <>
              <Text size="sm" style={{ whiteSpace: "normal" }}>
                {message}
              </Text>
              {account && (
                <Text size="xs" c="dimmed">
                  {account.name}
                </Text>
              )}
            </>
          ),
        },
        { title: "Began", cell: ({ began_at }) => <Time at={began_at} /> },
        {
          title: "Ended",
          cell: ({ ended_at }) =>
            ended_at === null ? <StatusBadge tone="bad">Goes on</StatusBadge> : <Time at={ended_at} />,
        },
        { title: "Told", isSentence: true, cell: ({ alarms }) => <Told alarms={alarms} /> },
      ]}
      empty={
        <Empty icon={IconBellCheck} title="No alarms">
          Nothing urgent has needed you since alarms were set up.
        </Empty>
      }
    />
  );
}

function Told({ alarms }: Pick<TroubleView, "alarms">) {
  return (
    <Stack gap={0}>
      {alarms.map(({ channel, state, sent_at, next_attempt_at, last_error }) => (
        <Text key={`${channel} ${state}`} size="xs" maw={320} style={{ whiteSpace: "normal" }}>
          {channelNames[channel]}, {state === "began" ? "beginning" : "end"}:{" "}
          {sent_at === null ? (
            <>
              {last_error ?? "not sent yet"}{" "}
              {next_attempt_at === null ? "No more attempts." : <Retry at={next_attempt_at} />}
            </>
          ) : (
            <Time at={sent_at} />
          )}
        </Text>
      ))}
    </Stack>
  );
}

function Retry({ at }: { at: string }) {
  return (
    <>
      Next attempt <Time at={at} />.
    </>
  );
}
