import { ActionIcon, Button, Group, Menu, Text } from "@mantine/core";
import { IconDots, IconEdit, IconPlus, IconStairs, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { OperatorTierView } from "@/operator/schema.ts";
import { remove } from "../../../browser/api.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Empty } from "../../components/empty.tsx";
import { ListTable, wholeList } from "../../components/list-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { formatBytes, formatCount, formatMoney } from "../../format.ts";
import { useAction, useRead } from "../../queries.ts";
import { operatorChanges } from "./changes.ts";
import { EditTier } from "./edit-tier.tsx";
import type { Limits } from "./tier-form.ts";

/** The dialog that is open. */
type Opened = { kind: "add" } | { kind: "edit" | "remove"; tier: OperatorTierView };

export function TiersPage() {
  const tiers = useRead("/operator/tiers");
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const limit = (name: keyof Limits) => (tier: OperatorTierView) =>
    tier.limits === null ? "No limit" : formatCount(tier.limits[name]);
  return (
    <>
      <Group justify="end" mb="md">
        <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ kind: "add" })}>
          Add a tier
        </Button>
      </Group>
      <ListTable
        list={wholeList(tiers.data?.data, tiers.error)}
        label="Tiers"
        keyOf={({ name }) => name}
        columns={[
          { title: "Tier", main: true, cell: (tier) => <Name tier={tier} /> },
          {
            title: "Price per month",
            align: "right",
            cell: ({ price }) => (price ? formatMoney(price) : "—"),
          },
          { title: "Requests per second", align: "right", cell: limit("requests_per_second") },
          { title: "Burst", align: "right", cell: limit("burst") },
          { title: "Requests per day", align: "right", cell: limit("requests_per_day") },
          {
            title: "Storage",
            align: "right",
            cell: ({ limits }) => (limits === null ? "No limit" : formatBytes(limits.storage_bytes)),
          },
          { title: "Accounts", align: "right", cell: ({ accounts }) => formatCount(accounts) },
          { title: "Actions", actions: true, cell: (tier) => <Actions tier={tier} onChoose={setOpened} /> },
        ]}
        empty={
          <Empty icon={IconStairs} title="No tiers">
            This installation has no tiers.
          </Empty>
        }
      />
      {opened?.kind === "add" && <EditTier tier={undefined} onClose={close} />}
      {opened?.kind === "edit" && <EditTier tier={opened.tier} onClose={close} />}
      {opened?.kind === "remove" && <RemoveTier tier={opened.tier} onClose={close} />}
    </>
  );
}

function Name({ tier: { name, is_default } }: { tier: OperatorTierView }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" fw={600}>
        {name}
      </Text>
      {is_default && <StatusBadge tone="busy">Default</StatusBadge>}
    </Group>
  );
}

function Actions({ tier, onChoose }: { tier: OperatorTierView; onChoose: (opened: Opened) => void }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${tier.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEdit size={16} />} onClick={() => onChoose({ kind: "edit", tier })}>
          Edit…
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          disabled={tier.accounts > 0 || tier.is_default}
          onClick={() => onChoose({ kind: "remove", tier })}
        >
          {tier.is_default
            ? "Remove… (new accounts get it)"
            : tier.accounts > 0
              ? "Remove… (accounts have it)"
              : "Remove…"}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function RemoveTier({ tier: { name }, onClose }: { tier: OperatorTierView; onClose: () => void }) {
  const removal = useAction(() => remove(`/operator/tiers/${encodeURIComponent(name)}`), {
    changes: operatorChanges,
    success: `Tier ${name} removed.`,
    onDone: onClose,
  });
  return (
    <Confirm
      title={`Remove ${name}`}
      submit="Remove tier"
      send={() => removal.mutateAsync(undefined)}
      onClose={onClose}
    >
      No account has this tier. Its limits and its price are deleted.
    </Confirm>
  );
}
