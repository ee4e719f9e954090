import { Anchor, Code, Text } from "@mantine/core";
import type { AuditEntryView } from "@/access/audit/schema.ts";
import type { KeyView } from "@/access/keys/schema.ts";
import type { OperatorAccountDetailView } from "@/operator/account-schema.ts";
import { Section } from "../../components/section.tsx";
import { ShortTable } from "../../components/short-table.tsx";
import { Time } from "../../components/time.tsx";
import { humanize } from "../../format.ts";
import { PasswordLink } from "./password-link.tsx";

export function AccountPeople({ account: { id: accountId, users } }: { account: OperatorAccountDetailView }) {
  return (
    <Section title="People">
      <ShortTable
        label="People (table)"
        keyOf={({ id }) => id}
        rows={users}
        columns={[
          {
            title: "Email",
            main: true,
            cell: ({ email }) => (
              <Anchor href={`mailto:${encodeURIComponent(email)}`} size="sm">
                {email}
              </Anchor>
            ),
          },
          { title: "Role", cell: ({ role }) => humanize(role) },
          { title: "Since", cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: "Actions",
            actions: true,
            cell: ({ id, email }) => <PasswordLink accountId={accountId} user={{ id, email }} />,
          },
        ]}
      />
    </Section>
  );
}

export function AccountKeys({ keys }: { keys: readonly KeyView[] }) {
  return (
    <Section title="API keys">
      <ShortTable
        label="API keys (table)"
        keyOf={({ id }) => id}
        rows={keys}
        columns={[
          {
            title: "Key",
            main: true,
            cell: ({ name, prefix, last4 }) => (
              <>
                {name}
                <Text size="xs" c="dimmed">
                  {prefix}…{last4}
                </Text>
              </>
            ),
          },
          { title: "Environment", cell: ({ environment }) => humanize(environment) },
          { title: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} none="Never" /> },
          {
            title: "Expires",
            cell: ({ revoked_at, expires_at }) =>
              revoked_at === null ? (
                <Time at={expires_at} none="Never" />
              ) : (
                <>
                  Revoked <Time at={revoked_at} />
                </>
              ),
          },
        ]}
      />
    </Section>
  );
}

export function AccountAudit({ entries }: { entries: readonly AuditEntryView[] }) {
  return (
    <Section title="Last audit log entries">
      <ShortTable
        label="Last audit log entries (table)"
        keyOf={({ id }) => id}
        rows={entries}
        columns={[
          { title: "Time", cell: ({ at }) => <Time at={at} /> },
          { title: "Action", main: true, cell: ({ action }) => <Code>{action}</Code> },
          { title: "Object", cell: ({ target }) => target.name ?? "—" },
          { title: "Actor", cell: ({ actor }) => actor.email ?? humanize(actor.kind) },
        ]}
      />
    </Section>
  );
}
