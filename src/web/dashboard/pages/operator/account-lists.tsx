import { Anchor, Code, Table, Text } from "@mantine/core";
import type { AuditEntryView } from "../../../../access/audit/schema.ts";
import type { KeyView } from "../../../../access/keys/schema.ts";
import type { OperatorAccountDetailView } from "../../../../operator/account-schema.ts";
import { Section } from "../../components/section.tsx";
import { ShortTable } from "../../components/short-table.tsx";
import { Time } from "../../components/time.tsx";
import { humanize } from "../../format.ts";
import { PasswordLink } from "./password-link.tsx";

export function AccountPeople({ account: { id: accountId, users } }: { account: OperatorAccountDetailView }) {
  return (
    <Section title="People">
      <ShortTable label="People (table)" heads={["Email", "Role", "Since", ""]} isEmpty={users.length === 0}>
        {users.map(({ id, email, role, created_at }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Anchor href={`mailto:${encodeURIComponent(email)}`} size="sm">
                {email}
              </Anchor>
            </Table.Td>
            <Table.Td>{humanize(role)}</Table.Td>
            <Table.Td>
              <Time at={created_at} />
            </Table.Td>
            <Table.Td ta="right">
              <PasswordLink accountId={accountId} user={{ id, email }} />
            </Table.Td>
          </Table.Tr>
        ))}
      </ShortTable>
    </Section>
  );
}

export function AccountKeys({ keys }: { keys: readonly KeyView[] }) {
  return (
    <Section title="API keys">
      <ShortTable
        label="API keys (table)"
        heads={["Key", "Environment", "Last used", "Expires"]}
        isEmpty={keys.length === 0}
      >
        {keys.map(({ id, name, prefix, last4, environment, last_used_at, expires_at, revoked_at }) => (
          <Table.Tr key={id}>
            <Table.Td>
              {name}
              <Text size="xs" c="dimmed">
                {prefix}…{last4}
              </Text>
            </Table.Td>
            <Table.Td>{humanize(environment)}</Table.Td>
            <Table.Td>
              <Time at={last_used_at} none="Never" />
            </Table.Td>
            <Table.Td>
              {revoked_at === null ? (
                <Time at={expires_at} none="Never" />
              ) : (
                <>
                  Revoked <Time at={revoked_at} />
                </>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ShortTable>
    </Section>
  );
}

export function AccountAudit({ entries }: { entries: readonly AuditEntryView[] }) {
  return (
    <Section title="Last audit log entries">
      <ShortTable
        label="Last audit log entries (table)"
        heads={["Time", "Action", "Object", "Actor"]}
        isEmpty={entries.length === 0}
      >
        {entries.map(({ id, at, action, target, actor }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Time at={at} />
            </Table.Td>
            <Table.Td>
              <Code>{action}</Code>
            </Table.Td>
            <Table.Td>{target.name ?? "—"}</Table.Td>
            <Table.Td>{actor.email ?? humanize(actor.kind)}</Table.Td>
          </Table.Tr>
        ))}
      </ShortTable>
    </Section>
  );
}
