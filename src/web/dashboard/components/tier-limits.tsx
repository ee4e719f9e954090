import { Skeleton, Stack, Text } from "@mantine/core";
import type { AccountView } from "../../../access/usage/schema.ts";
import { useEnvironment } from "../environment.ts";
import { bytesInFigures, countInFigures } from "../figures.ts";
import { useRead } from "../queries.ts";
import { Fact, Facts } from "./facts.tsx";
import { Meter } from "./meter.tsx";
import { ProblemAlert } from "./problem.tsx";
import { Section } from "./section.tsx";

/** How much of a limit may be taken before a colour warns. */
const nearlyTaken = 0.8;

/** What the account's tier allows, and how much of it is taken. */
export function TierLimits() {
  const environment = useEnvironment();
  const account = useRead<AccountView>("/platform/account", { environment });
  return (
    <Section
      title="Limits"
      lead="Of your account in each environment. The dashboard's own requests do not count."
    >
      <ProblemAlert problem={account.data ? null : account.error} />
      {account.isPending && <Skeleton h={90} aria-busy="true" />}
      {account.data && <Limits account={account.data} />}
    </Section>
  );
}

function Limits({ account }: { account: AccountView }) {
  const { tier, limits, requests_left_today: left, stored_bytes: stored } = account;
  if (limits === null || left === null) {
    return (
      <Text size="sm">
        Your tier is <b>{tier}</b>: there are no limits.
      </Text>
    );
  }
  const taken = limits.requests_per_day - left;
  return (
    <Stack>
      <LimitMeter
        label="Requests today, until midnight UTC"
        told={`${countInFigures(taken)} of ${countInFigures(limits.requests_per_day)}`}
        share={taken / limits.requests_per_day}
      />
      <LimitMeter
        label="Storage"
        told={`${bytesInFigures(stored)} of ${bytesInFigures(limits.storage_bytes)}`}
        share={stored / limits.storage_bytes}
      />
      <Facts>
        <Fact label="Left today">{countInFigures(left)}</Fact>
        <Fact label="Tier">{tier}</Fact>
        <Fact label="Requests a second">{countInFigures(limits.requests_per_second)}</Fact>
        <Fact label="Requests at once">{countInFigures(limits.burst)}</Fact>
      </Facts>
    </Stack>
  );
}

function LimitMeter({ label, told, share }: { label: string; told: string; share: number }) {
  const tone = share >= 1 ? "bad" : share >= nearlyTaken ? "warn" : "busy";
  return <Meter label={label} told={told} share={share} tone={tone} />;
}
