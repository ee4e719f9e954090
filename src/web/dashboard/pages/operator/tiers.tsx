import { Button, Group, Text } from "@mantine/core";
import { IconStairs } from "@tabler/icons-react";
import { useState } from "react";
import type { OperatorTierView } from "../../../../operator/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { formatBytes, formatCount } from "../../format.ts";
import { useList } from "../../queries.ts";
import { EditTier, type LimitedTier } from "./edit-tier.tsx";

export function TiersPage() {
  const tiers = useList<OperatorTierView>("/operator/tiers");
  const [edited, setEdited] = useState<LimitedTier>();
  const limit = (name: keyof LimitedTier["limits"]) => (tier: OperatorTierView) =>
    tier.limits === null ? "No limit" : formatCount(tier.limits[name]);
  return (
    <>
      <ListTable
        list={tiers}
        label="Tiers"
        keyOf={({ name }) => name}
        columns={[
          { title: "Tier", cell: (tier) => <Name tier={tier} /> },
          { title: "Requests per second", align: "right", cell: limit("requests_per_second") },
          { title: "Burst", align: "right", cell: limit("burst") },
          { title: "Requests per day", align: "right", cell: limit("requests_per_day") },
          {
            title: "Storage",
            align: "right",
            cell: ({ limits }) => (limits === null ? "No limit" : formatBytes(limits.storage_bytes)),
          },
          { title: "Accounts", align: "right", cell: ({ accounts }) => formatCount(accounts) },
          {
            title: "",
            align: "right",
            cell: (tier) =>
              isLimited(tier) && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Edit the limits of ${tier.name}`}
                  onClick={() => setEdited(tier)}
                >
                  Edit
                </Button>
              ),
          },
        ]}
        empty={
          <Empty icon={IconStairs} title="No tiers">
            This installation has no tiers.
          </Empty>
        }
      />
      {edited && <EditTier tier={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function isLimited(tier: OperatorTierView): tier is LimitedTier {
  return tier.limits !== null;
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
