import { Skeleton, Stack, Text } from "@mantine/core";
import type { AccountView } from "../../usage/schema.ts";
import { useEnvironment } from "../environment.ts";
import { countInFigures } from "../figures.ts";
import { useRead } from "../queries.ts";
import { Fact, Facts } from "./facts.tsx";
import { Meter } from "./meter.tsx";
import { ProblemAlert } from "./problem.tsx";
import { Section } from "./section.tsx";

/** How much of the day's requests may be taken before it is told apart by colour. */
const nearlyTaken = 0.8;

/** What the account's tier lets its keys ask, and what is left of it today. */
export function TierLimits() {
  const environment = useEnvironment();
  const account = useRead<AccountView>("/platform/account", { environment });
  return (
    <Section
      title="Limits"
      lead="Of your keys together, in each environment. The dashboard's own requests do not count."
    >
      <ProblemAlert problem={account.data ? null : account.error} />
      {account.isPending && <Skeleton h={90} aria-busy="true" />}
      {account.data && <Limits account={account.data} />}
    </Section>
  );
}

function Limits({ account: { tier, limits, requests_left_today: left } }: { account: AccountView }) {
  if (limits === null || left === null) {
    return (
      <Text size="sm">
        Your tier is <b>{tier}</b>: there are no limits.
      </Text>
    );
  }
  const taken = limits.requests_per_day - left;
  const share = taken / limits.requests_per_day;
  return (
    <Stack>
      <Meter
        label="Requests today, until midnight UTC"
        told={`${countInFigures(taken)} of ${countInFigures(limits.requests_per_day)}`}
        share={share}
        tone={share >= 1 ? "bad" : share >= nearlyTaken ? "warn" : "busy"}
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
