import { Button, Group, Skeleton, Stack, Title } from "@mantine/core";
import { IconBan, IconRestore, IconStairs, IconTrash } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { OperatorAccountDetailView } from "@/operator/account-schema.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Identifier } from "../../components/identifier.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { useRead } from "../../queries.ts";
import { useAsWindowName } from "../../window-name.ts";
import { AccountEnvironment } from "./account-environment.tsx";
import { AccountAudit, AccountKeys, AccountPeople } from "./account-lists.tsx";
import { AccountRemedies } from "./account-remedies.tsx";
import { AccountErrors, AccountTraffic } from "./account-traffic.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { KeepAccount } from "./keep-account.tsx";
import { MoveAccount } from "./move-account.tsx";
import { NeedLines } from "./need-lines.tsx";
import { RecipientMail } from "./recipient-mail.tsx";
import { RestoreAccount } from "./restore-account.tsx";
import { SuspendAccount } from "./suspend-account.tsx";

const route = getRouteApi("/$environment/operator/tabs/accounts/$accountId");

export function AccountPage() {
  const { accountId } = route.useParams();
  const { data: account, error } = useRead(`/operator/accounts/${accountId}`);
  useAsWindowName(account?.name);
  if (error && !account) return <ProblemAlert problem={error} />;
  if (!account) return <Skeleton h={240} aria-busy="true" />;
  return (
    <Stack gap="lg">
      <Summary account={account} />
      {account.environments.map((figures) => (
        <AccountEnvironment key={figures.environment} account={account} figures={figures} />
      ))}
      <AccountPeople account={account} />
      <AccountKeys keys={account.keys} />
      <AccountAudit entries={account.audit} />
    </Stack>
  );
}

function Summary({ account }: { account: OperatorAccountDetailView }) {
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Title order={2} className="wrapping">
            {account.name}
          </Title>
          {account.status === "active" ? (
            <StatusBadge tone="good">Active</StatusBadge>
          ) : (
            <StatusBadge tone="bad">Suspended</StatusBadge>
          )}
          {account.deletion_due_at && <StatusBadge tone="bad">Being deleted</StatusBadge>}
        </Group>
        <Actions account={account} />
      </Group>
      <Section title={account.needs.length === 0 ? "Nothing needs you" : "What needs you"}>
        <NeedLines needs={account.needs} />
        <AccountRemedies account={account} />
        <Facts>
          <Fact label="Traffic">
            <AccountTraffic traffic={account.traffic} />
          </Fact>
          <Fact label="Errors in 24 hours">
            <AccountErrors traffic={account.traffic} />
          </Fact>
          <Fact label="Last request">
            <Time at={account.last_request_at} none="Never" />
          </Fact>
          <Fact label="Tier">{account.tier}</Fact>
          <Fact label="Emails to recipients">
            <RecipientMail account={account} />
          </Fact>
          <Fact label="Created">
            <Time at={account.created_at} />
          </Fact>
          {account.deletion_due_at && (
            <Fact label="Deletion">
              <Time at={account.deletion_due_at} />
            </Fact>
          )}
          <Fact label="ID">
            <Identifier id={account.id} />
          </Fact>
        </Facts>
      </Section>
    </>
  );
}

function Actions({ account }: { account: OperatorAccountDetailView }) {
  const [dialog, setDialog] = useState<"move" | "suspend" | "restore" | "delete">();
  const tiers = useRead("/operator/tiers");
  const isOperators = account.users.some(({ is_operator }) => is_operator);
  const close = () => setDialog(undefined);
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconStairs size={14} />}
        onClick={() => setDialog("move")}
      >
        Move to another tier…
      </Button>
      {account.status === "suspended" && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRestore size={14} />}
          onClick={() => setDialog("restore")}
        >
          Restore…
        </Button>
      )}
      {account.status === "active" && !isOperators && (
        <Button
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconBan size={14} />}
          onClick={() => setDialog("suspend")}
        >
          Suspend…
        </Button>
      )}
      {account.deletion_due_at && <KeepAccount account={account} />}
      {account.deletion_due_at === null && !isOperators && (
        <Button
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={14} />}
          onClick={() => setDialog("delete")}
        >
          Delete…
        </Button>
      )}
      {dialog === "move" && (
        <MoveAccount
          account={account}
          tiers={tiers.data?.data.map(({ name }) => name) ?? []}
          onClose={close}
        />
      )}
      {dialog === "suspend" && <SuspendAccount account={account} onClose={close} />}
      {dialog === "restore" && <RestoreAccount account={account} onClose={close} />}
      {dialog === "delete" && <DeleteAccount account={account} onClose={close} />}
    </Group>
  );
}
