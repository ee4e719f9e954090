import { Skeleton, Stack, Text } from "@mantine/core";
import type { AccountView } from "../../../delivery/privacy/account/schema.ts";
import { useEnvironment } from "../environment.ts";
import { formatCount, formatMoney } from "../format.ts";
import { useRead } from "../queries.ts";
import { Fact, Facts } from "./facts.tsx";
import { LimitMeters } from "./limit-meters.tsx";
import { ProblemAlert } from "./problem.tsx";
import { Section } from "./section.tsx";

/** The limits of the account's tier, and how much of them is used. */
export function TierLimits() {
  const environment = useEnvironment();
  const account = useRead("/platform/account", { environment });
  return (
    <Section title="Limits" lead="Per environment. Requests of the dashboard do not count.">
      <ProblemAlert problem={account.data ? null : account.error} />
      {account.isPending && <Skeleton h={90} aria-busy="true" />}
      {account.data && <Limits account={account.data} />}
    </Section>
  );
}

function Limits({ account }: { account: AccountView }) {
  const { tier, tier_price, limits, requests_left_today: left, stored_bytes: stored } = account;
  const price = tier_price && `${formatMoney(tier_price)} per month`;
  if (limits === null || left === null) {
    return (
      <Text size="sm">
        Your tier is <b>{tier}</b>. It has no limits{price && ` and costs ${price}`}.
      </Text>
    );
  }
  return (
    <Stack>
      <LimitMeters limits={limits} requestsLeft={left} storedBytes={stored} />
      <Facts>
        <Fact label="Remaining today">{formatCount(left)}</Fact>
        <Fact label="Tier">{tier}</Fact>
        {price && <Fact label="Price">{price}</Fact>}
        <Fact label="Requests per second">{formatCount(limits.requests_per_second)}</Fact>
        <Fact label="Burst">{formatCount(limits.burst)}</Fact>
      </Facts>
    </Stack>
  );
}
