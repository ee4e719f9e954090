import { Button, Group } from "@mantine/core";
import { type AttemptError, attemptErrors } from "@/messaging/webhooks/deliveries/delivery.ts";
import type { StatisticsView } from "@/messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { patch } from "../../../browser/api.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { Tiles } from "../../components/tiles.tsx";
import { Time } from "../../components/time.tsx";
import { formatCount, formatMs } from "../../format.ts";
import { useRefreshOnEvents } from "../../live.ts";
import { useAction, useRead } from "../../queries.ts";
import { AttemptsChart } from "./attempts-chart.tsx";
import { endpointChanges, useEndpoint } from "./endpoints.ts";
import { errorLabels, formatSuccessRate, formatWaiting } from "./figures.ts";
import { Recovery } from "./recovery.tsx";

export function WebhookHealthPage() {
  const { environment, path, data: webhook } = useEndpoint();
  const { data: statistics, error } = useRead(`${path}/statistics`, { environment });
  useRefreshOnEvents(environment, [`${path}/statistics`]);
  if (error && !statistics) return <ProblemAlert problem={error} />;
  if (!webhook || !statistics) return <PageSkeleton />;
  return (
    <>
      {!webhook.enabled && <Disabled webhook={webhook} />}
      <Tiles
        isLoading={false}
        tiles={[
          { label: "Success rate", value: formatSuccessRate(statistics), note: "of attempts, last 24 hours" },
          { label: "Latency (p95)", value: formatMs(statistics.p95_ms), note: "last 24 hours" },
          { label: "Attempts", value: formatCount(statistics.attempts), note: "last 24 hours" },
          { label: "Waiting", value: formatWaiting(statistics), note: "now" },
        ]}
      />
      <Section title="Attempts" lead="Last 24 hours.">
        <AttemptsChart hours={statistics.hours} />
        <Facts>
          {failuresOf(statistics).map(({ error, count }) => (
            <Fact key={error} label={errorLabels[error]}>
              {formatCount(count)}
            </Fact>
          ))}
          <Fact label="Last success">
            <Time at={statistics.last_success_at} none="None in 30 days" />
          </Fact>
          <Fact label="Last failure">
            <Time at={statistics.last_failure_at} none="None in 30 days" />
          </Fact>
          {statistics.oldest_due_at !== null && (
            <Fact label="Next attempt">
              <Time at={statistics.oldest_due_at} />
            </Fact>
          )}
        </Facts>
      </Section>
      <Permitted needs={["webhooks:write"]}>
        <Recovery webhook={webhook} waiting={formatWaiting(statistics)} />
      </Permitted>
    </>
  );
}

/** The kinds of failure, most frequent first. */
function failuresOf({ results }: StatisticsView): { error: AttemptError; count: number }[] {
  return attemptErrors
    .map((error) => ({ error, count: results[error] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}

const disabledTexts = {
  owner: "This endpoint was disabled manually. New events wait until you enable it.",
  failures:
    "This endpoint was disabled after five days without a success. No events are lost. Fix your receiver, then re-enable the endpoint.",
  gone: "This endpoint was disabled because it responded 410 Gone. New events wait until you enable it.",
} as const satisfies Record<NonNullable<WebhookView["disabled_reason"]>, string>;

function Disabled({ webhook: { id, environment, disabled_reason } }: { webhook: WebhookView }) {
  const enable = useAction(() => patch(`/platform/webhooks/${id}`, { enabled: true }, { environment }), {
    changes: endpointChanges,
    success: "Endpoint enabled. Waiting events are being sent.",
  });
  return (
    <Notice tone={disabled_reason === "owner" ? "warn" : "bad"} role="status">
      <Group justify="space-between" gap="sm">
        <span>{disabledTexts[disabled_reason ?? "owner"]}</span>
        <Permitted needs={["webhooks:write"]}>
          <Button
            size="xs"
            variant="default"
            loading={enable.isPending}
            onClick={() => enable.mutate(undefined)}
          >
            Enable
          </Button>
        </Permitted>
      </Group>
    </Notice>
  );
}
