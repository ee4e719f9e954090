import { ActionIcon, Button, Code, Menu, Text, Tooltip } from "@mantine/core";
import { IconDots, IconKey, IconPlus, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { KeyView, KeyWithSecretView } from "../../../access/keys/schema.ts";
import { scopes } from "../../../access/model.ts";
import type { UsageView } from "../../../access/usage/schema.ts";
import { systemClock } from "../../../infra/clock.ts";
import { Empty } from "../components/empty.tsx";
import { FirstKey } from "../components/first-key.tsx";
import { ListTable } from "../components/list-table.tsx";
import { Page } from "../components/page.tsx";
import { StatusBadge } from "../components/status-badge.tsx";
import { Time } from "../components/time.tsx";
import { useEnvironment } from "../environment.ts";
import { useList, useRead } from "../queries.ts";
import { environmentLooks } from "../theme.ts";
import { CreateKeyDialog } from "./keys/create-key.tsx";
import { KeyRequests } from "./keys/key-requests.tsx";
import { KeySecret } from "./keys/key-secret.tsx";
import { RevokeKey } from "./keys/revoke-key.tsx";
import { RotateKey } from "./keys/rotate-key.tsx";

/** The dialog that is open. */
type Dialog =
  | { kind: "create" }
  | { kind: "secret"; key: KeyWithSecretView }
  | { kind: "rotate" | "revoke"; key: KeyView };

export function KeysPage() {
  const environment = useEnvironment();
  const keys = useList<KeyView>("/keys", { query: { environment } });
  const usage = useRead<UsageView>("/platform/usage", { environment, query: { group_by: "key" } });
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const showSecret = (key: KeyWithSecretView) => setDialog({ kind: "secret", key });
  const { word } = environmentLooks[environment];
  const createButton = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: "create" })}>
      Create a key
    </Button>
  );
  return (
    <Page
      title="API keys"
      lead={`Your programs use these keys to call the API in ${word.toLowerCase()}. Give each program its own key.`}
      action={createButton}
    >
      <FirstKey />
      <ListTable
        list={keys}
        label="API keys"
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Name",
            cell: ({ name }) => (
              <Text size="sm" fw={600}>
                {name}
              </Text>
            ),
          },
          { title: "Key", cell: ({ prefix, last4 }) => <Code>{`${prefix}…${last4}`}</Code> },
          { title: "Permissions", cell: (key) => <Scopes scopes={key.scopes} /> },
          { title: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} none="Never" /> },
          {
            title: "Requests (30 days)",
            cell: ({ id }) => <KeyRequests keyId={id} usage={usage.data} />,
          },
          { title: "Status", cell: (key) => <State apiKey={key} /> },
          { title: "", align: "right", cell: (key) => <Actions apiKey={key} onChoose={setDialog} /> },
        ]}
        empty={
          <Empty icon={IconKey} title={`No ${word.toLowerCase()} key yet`} action={createButton}>
            Your program sends a key with every request. Create one to call the API.
          </Empty>
        }
      />
      {dialog?.kind === "create" && <CreateKeyDialog onClose={close} onCreated={showSecret} />}
      {dialog?.kind === "secret" && <KeySecret apiKey={dialog.key} onClose={close} />}
      {dialog?.kind === "rotate" && <RotateKey apiKey={dialog.key} onClose={close} onCreated={showSecret} />}
      {dialog?.kind === "revoke" && <RevokeKey apiKey={dialog.key} onClose={close} />}
    </Page>
  );
}

function Scopes({ scopes: given }: { scopes: KeyView["scopes"] }) {
  if (given.length === scopes.length) return <Text size="sm">All</Text>;
  return (
    <Tooltip label={given.join(", ")} multiline maw={320}>
      <Text size="sm" span tabIndex={0}>
        {given.length === 1 ? given[0] : `${given.length} of ${scopes.length}`}
      </Text>
    </Tooltip>
  );
}

function isActive({ revoked_at, expires_at }: KeyView): boolean {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > systemClock.now());
}

function State({ apiKey }: { apiKey: KeyView }) {
  const { revoked_at, expires_at } = apiKey;
  if (revoked_at !== null) return <StatusBadge tone="quiet">Revoked</StatusBadge>;
  if (!isActive(apiKey)) return <StatusBadge tone="quiet">Expired</StatusBadge>;
  if (expires_at === null) return <StatusBadge tone="good">Active</StatusBadge>;
  return (
    <StatusBadge tone="warn">
      Expires <Time at={expires_at} />
    </StatusBadge>
  );
}

function Actions({ apiKey, onChoose }: { apiKey: KeyView; onChoose: (dialog: Dialog) => void }) {
  if (!isActive(apiKey)) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${apiKey.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconRefresh size={16} />}
          onClick={() => onChoose({ kind: "rotate", key: apiKey })}
        >
          Rotate…
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          onClick={() => onChoose({ kind: "revoke", key: apiKey })}
        >
          Revoke…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
