import { Button, Group, Skeleton } from "@mantine/core";
import { type AttemptError, attemptErrors } from "../../../messaging/webhooks/deliveries/delivery.ts";
import type { StatisticsView } from "../../../messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "../../../messaging/webhooks/endpoints/schema.ts";
import { patch } from "../api.ts";
import { Fact, Facts } from "../components/facts.tsx";
import { useLate } from "../components/late.ts";
import { Notice } from "../components/notice.tsx";
import { ProblemAlert } from "../components/problem.tsx";
import { Section } from "../components/section.tsx";
import { PageSkeleton } from "../components/skeleton.tsx";
import { Tiles } from "../components/tiles.tsx";
import { Time } from "../components/time.tsx";
import { countInFigures, msInFigures } from "../figures.ts";
import { useRefreshAtEvents } from "../live.ts";
import { useAction, useRead } from "../queries.ts";
import { errorWords } from "./webhook/attempt-errors.ts";
import { endpointChanges, useEndpoint } from "./webhook/endpoint.ts";
import { rateInFigures, waitingInFigures } from "./webhook/figures.ts";
import { Mending } from "./webhook/mending.tsx";

const loadChart = async () => (await import("./webhook/attempts-chart.tsx")).AttemptsChart;
const chartHeight = 200;

export function WebhookHealthPage() {
  const { environment, path, data: webhook } = useEndpoint();
  const { data: statistics, error } = useRead<StatisticsView>(`${path}/statistics`, { environment });
  useRefreshAtEvents(environment, [`${path}/statistics`]);
  const AttemptsChart = useLate(true, loadChart);
  if (error && !statistics) return <ProblemAlert problem={error} />;
  if (!webhook || !statistics) return <PageSkeleton />;
  return (
    <>
      {!webhook.enabled && <Disabled webhook={webhook} />}
      <Tiles
        isLoading={false}
        tiles={[
          { label: "Succeeded", value: rateInFigures(statistics), note: "of the attempts, last 24 hours" },
          { label: "95% within", value: msInFigures(statistics.p95_ms), note: "last 24 hours" },
          { label: "Attempts", value: countInFigures(statistics.attempts), note: "last 24 hours" },
          { label: "Waiting", value: waitingInFigures(statistics), note: "now" },
        ]}
      />
      <Section title="Attempts" lead="Of the last 24 hours.">
        {AttemptsChart ? (
          <AttemptsChart hours={statistics.hours} height={chartHeight} />
        ) : (
          <Skeleton h={chartHeight} aria-busy="true" />
        )}
        <Facts>
          {failuresOf(statistics).map(({ error, count }) => (
            <Fact key={error} label={errorWords[error]}>
              {countInFigures(count)}
            </Fact>
          ))}
          <Fact label="Last success">
            <Time at={statistics.last_success_at} none="none in 30 days" />
          </Fact>
          <Fact label="Last failure">
            <Time at={statistics.last_failure_at} none="none in 30 days" />
          </Fact>
          {statistics.oldest_due_at !== null && (
            <Fact label="Next is due">
              <Time at={statistics.oldest_due_at} />
            </Fact>
          )}
        </Facts>
      </Section>
      <Mending webhook={webhook} waiting={waitingInFigures(statistics)} />
    </>
  );
}

/** Kinds of failure that happened, the most frequent first. */
function failuresOf({ results }: StatisticsView): { error: AttemptError; count: number }[] {
  return attemptErrors
    .map((error) => ({ error, count: results[error] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}

const whyDisabled = {
  owner: "Nothing is sent: somebody has disabled the endpoint. What happens meanwhile waits.",
  failures:
    "Nothing is sent: without a success for five days the endpoint was disabled. What happens meanwhile waits.",
  gone: "Nothing is sent: the endpoint answered 410, that it is gone. What happens meanwhile waits.",
} as const satisfies Record<NonNullable<WebhookView["disabled_reason"]>, string>;

function Disabled({ webhook: { id, environment, disabled_reason } }: { webhook: WebhookView }) {
  const enable = useAction(() => patch(`/platform/webhooks/${id}`, { enabled: true }, { environment }), {
    changes: endpointChanges,
    told: "The endpoint is enabled. What waited is sent.",
  });
  return (
    <Notice tone={disabled_reason === "owner" ? "warn" : "bad"} role="status">
      <Group justify="space-between" gap="sm">
        <span>{whyDisabled[disabled_reason ?? "owner"]}</span>
        <Button
          size="xs"
          variant="default"
          loading={enable.isPending}
          onClick={() => enable.mutate(undefined)}
        >
          Enable
        </Button>
      </Group>
    </Notice>
  );
}
