import { Anchor, Stack, Text } from "@mantine/core";
import type { OperatorSettingsView } from "@/operator/settings-schema.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { formatCount } from "../../format.ts";

type State = OperatorSettingsView["state"]["geocoder"];

const guide = "/docs/guides/street-addresses";
const finds = [
  ["house", "at the house"],
  ["street", "at a short street"],
  ["area", "in a part of a town"],
  ["town", "in a town"],
  ["nothing", "not found"],
] as const;

/** What the geocoder found of the addresses that people typed, and what went wrong. */
export function Geocoder({ geocoder }: { geocoder: State }) {
  return (
    <Section title="Street addresses">
      <Stack gap="md">
        {geocoder ? <Findings geocoder={geocoder} /> : <Missing />}
        <Anchor href={guide} size="sm">
          Guide: street addresses
        </Anchor>
      </Stack>
    </Section>
  );
}

function Missing() {
  return (
    <Text size="sm" c="dimmed">
      Set WAYBILL_GEOCODER_URL. Without a geocoder, Waybill knows the towns of typed addresses and not their
      houses.
    </Text>
  );
}

function Findings({ geocoder }: { geocoder: NonNullable<State> }) {
  const { found, waiting, failures, last_answer_at, searches_while_typing, attribution } = geocoder;
  return (
    <Facts>
      <Fact label="Status">
        <Status geocoder={geocoder} />
      </Fact>
      <Fact label="Found">
        {finds.map(([name, where]) => (
          <Text key={name} size="sm" span display="block">
            {formatCount(found[name])} {where}
          </Text>
        ))}
      </Fact>
      <Fact label="Last answer">
        <Time at={last_answer_at} none="None since the start" />
      </Fact>
      <Fact label="Questions that wait">{formatCount(waiting)}</Fact>
      <Fact label="Search in forms">{searches_while_typing ? "While somebody types" : "With a button"}</Fact>
      {attribution !== null && <Fact label="Data">{attribution}</Fact>}
      {failures.length > 0 && (
        <Fact label="Last errors">
          {failures.map(({ at, message }) => (
            <Text key={`${at} ${message}`} size="sm" span display="block">
              <Time at={at} />: {message}
            </Text>
          ))}
        </Fact>
      )}
    </Facts>
  );
}

function Status({ geocoder: { is_resting, failures, last_answer_at } }: { geocoder: NonNullable<State> }) {
  if (is_resting) return <StatusBadge tone="bad">Failing: Waybill waits before it asks again</StatusBadge>;
  const [last] = failures;
  if (last && (last_answer_at === null || last.at > last_answer_at))
    return <StatusBadge tone="warn">The last question failed</StatusBadge>;
  if (last_answer_at === null) return <StatusBadge tone="quiet">Set up, not used yet</StatusBadge>;
  return <StatusBadge tone="good">Works</StatusBadge>;
}
