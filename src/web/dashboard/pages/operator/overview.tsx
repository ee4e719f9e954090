import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { minuteMs } from "@/infra/units.ts";
import type { OperatorOverviewView } from "@/operator/account-schema.ts";
import { Empty } from "../../components/empty.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { formatBytes, formatCount, formatPercent } from "../../format.ts";
import { useRead } from "../../queries.ts";
import { AccountLink } from "./account-link.tsx";
import { AccountRemedies } from "./account-remedies.tsx";
import { AccountTraffic } from "./account-traffic.tsx";
import { BeforeLive } from "./before-live.tsx";
import { NeedLines } from "./need-lines.tsx";

const pollMs = minuteMs / 4;

export function OverviewPage() {
  const { data, error } = useRead("/operator/overview", { refetchInterval: pollMs });
  if (error && !data) return <ProblemAlert problem={error} />;
  if (!data) return <Skeleton h={180} aria-busy="true" />;
  return (
    <>
      <Installation installation={data.installation} />
      <BeforeLive needs={data.installation.before_live} />
      <Accounts accounts={data.accounts} total={data.accounts_in_need} />
    </>
  );
}

function Installation({ installation }: Pick<OperatorOverviewView, "installation">) {
  const { needs, version, accounts, requests, errors, free_bytes, backs_up, last_backup_at } = installation;
  const { accounts_with_open_proofs: open } = installation;
  return (
    <Section title="Installation">
      <Group gap="md" component="ul" className="fact-line">
        <li>
          <StatusBadge tone={needs.length === 0 ? "good" : "bad"}>
            {needs.length === 0 ? "OK" : "Needs you"}
          </StatusBadge>
        </li>
        <li>{counted(accounts, "account", "accounts")}</li>
        <li>
          {counted(requests, "request", "requests")} in 24 hours
          {requests > 0 && `, ${formatPercent(errors, requests)} errors`}
        </li>
        {free_bytes !== null && <li>{formatBytes(free_bytes)} free</li>}
        <li>
          {backs_up ? (
            <>
              Backup <Time at={last_backup_at} none="not taken yet" />
            </>
          ) : (
            "No backups are set up"
          )}
        </li>
        <li>Sign-up {installation.signup}</li>
        <li>{installation.sends_mail ? "Sends email" : "Sends no email"}</li>
        <li>
          Waybill {version}, started <Time at={installation.started_at} />
        </li>
        {open > 0 && (
          <li>
            {counted(open, "account shows", "accounts show")} signatures and photos to everybody with the link
          </li>
        )}
      </Group>
    </Section>
  );
}

function Accounts({ accounts, total }: { accounts: OperatorOverviewView["accounts"]; total: number }) {
  if (total === 0) {
    return (
      <Empty icon={IconChecks} title="No account needs you">
        Failing endpoints, errors, limits that are nearly used and accounts that fall silent show up here.
      </Empty>
    );
  }
  const lead =
    total > accounts.length
      ? `The ${formatCount(accounts.length)} most urgent ones.`
      : "The most urgent first.";
  return (
    <Section
      title={total === 1 ? "1 account needs you" : `${formatCount(total)} accounts need you`}
      lead={lead}
    >
      <Stack component="ul" className="plain-list" gap="lg">
        {accounts.map((account) => (
          <Stack component="li" key={account.id} gap={6}>
            <Group justify="space-between" gap="xs">
              <AccountLink id={account.id} name={account.name} />
              <AccountTraffic traffic={account.traffic} />
            </Group>
            <NeedLines needs={account.needs} />
            <AccountRemedies account={account} />
          </Stack>
        ))}
      </Stack>
      <Text size="xs" c="dimmed">
        Requests with API keys, in both environments.
      </Text>
    </Section>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
