import { ActionIcon, Menu, Text, Tooltip } from "@mantine/core";
import { IconBan, IconDots, IconRestore, IconStairs, IconUsers } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { OperatorAccountView } from "@/operator/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { ChoiceFilter, FilterBar, TextFilter } from "../../components/filter-bar.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { accountFilters, filtersOf } from "../../filters.ts";
import { useList, useRead } from "../../queries.ts";
import { AccountLink } from "./account-link.tsx";
import { AccountErrors, AccountTraffic } from "./account-traffic.tsx";
import { MoveAccount } from "./move-account.tsx";
import { RestoreAccount } from "./restore-account.tsx";
import { SuspendAccount } from "./suspend-account.tsx";

/** The dialog that is open. */
interface Dialog {
  kind: "move" | "suspend" | "restore";
  account: OperatorAccountView;
}

const route = getRouteApi("/$environment/operator/tabs/accounts");
const readSearch = filtersOf(accountFilters);
const statuses = [
  { value: "active", label: "Active" },
  { value: "suspended", label: "Suspended" },
];

const orders = [
  { value: "created", label: "Newest first" },
  { value: "trouble", label: "Trouble first" },
  { value: "last_used", label: "Last used first" },
];

export function AccountsPage() {
  const filters = readSearch(route.useSearch());
  const navigate = route.useNavigate();
  const accounts = useList("/operator/accounts", { query: filters });
  const tiers = useRead("/operator/tiers");
  const tierNames = tiers.data?.data.map(({ name }) => name) ?? [];
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const change = (name: keyof typeof filters) => (value: string) =>
    void navigate({ search: readSearch({ ...filters, [name]: value }), replace: true });
  return (
    <>
      <FilterBar
        filters={filters}
        onClear={() => void navigate({ search: {}, replace: true })}
        search={
          <TextFilter
            label="Search"
            placeholder="Name or email address"
            value={filters.q}
            onChange={change("q")}
          />
        }
      >
        <ChoiceFilter
          label="Tier"
          data={tierNames.map((name) => ({ value: name, label: name }))}
          value={filters.tier}
          onChange={change("tier")}
        />
        <ChoiceFilter label="Status" data={statuses} value={filters.status} onChange={change("status")} />
        <ChoiceFilter
          label="Order"
          data={orders}
          value={filters.sort ?? "created"}
          onChange={(sort) => change("sort")(sort === "created" ? "" : sort)}
          isRequired
        />
      </FilterBar>
      <ListTable
        list={accounts}
        label="Accounts"
        keyOf={({ id }) => id}
        columns={[
          { title: "Account", main: true, cell: (account) => <Name account={account} /> },
          { title: "Status", badge: true, cell: (account) => <State account={account} /> },
          { title: "Traffic", cell: ({ traffic }) => <AccountTraffic traffic={traffic} /> },
          { title: "Errors (24 h)", cell: ({ traffic }) => <AccountErrors traffic={traffic} /> },
          {
            title: "Last request",
            cell: ({ last_request_at }) => <Time at={last_request_at} none="Never" />,
          },
          { title: "Tier", cell: ({ tier }) => tier },
          {
            title: "Actions",
            actions: true,
            cell: (account) => <Actions account={account} onChoose={setDialog} />,
          },
        ]}
        empty={
          <Empty icon={IconUsers} title="No accounts match">
            Change or clear the filters above.
          </Empty>
        }
      />
      {dialog?.kind === "move" && <MoveAccount account={dialog.account} tiers={tierNames} onClose={close} />}
      {dialog?.kind === "suspend" && <SuspendAccount account={dialog.account} onClose={close} />}
      {dialog?.kind === "restore" && <RestoreAccount account={dialog.account} onClose={close} />}
    </>
  );
}

function Name({ account: { id, name, users } }: { account: OperatorAccountView }) {
  return (
    <>
      <AccountLink id={id} name={name} />
      <Text size="xs" c="dimmed" maw={260} truncate>
        {users.length === 0 ? "No users" : users.map(({ email }) => email).join(", ")}
      </Text>
    </>
  );
}

function State({ account: { status, suspended_at, needs } }: { account: OperatorAccountView }) {
  const [need] = needs;
  if (status === "active" && need) {
    return (
      <Tooltip label={need.message} multiline maw={320}>
        <span>
          <StatusBadge tone={need.is_urgent ? "bad" : "warn"}>Needs you</StatusBadge>
        </span>
      </Tooltip>
    );
  }
  if (status === "active") return <StatusBadge tone="good">Active</StatusBadge>;
  return (
    <StatusBadge tone="bad">
      Suspended <Time at={suspended_at} />
    </StatusBadge>
  );
}

function Actions({
  account,
  onChoose,
}: {
  account: OperatorAccountView;
  onChoose: (dialog: Dialog) => void;
}) {
  const isOperators = account.users.some(({ is_operator }) => is_operator);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${account.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconStairs size={16} />} onClick={() => onChoose({ kind: "move", account })}>
          Move to another tier…
        </Menu.Item>
        {account.status === "suspended" && (
          <Menu.Item
            leftSection={<IconRestore size={16} />}
            onClick={() => onChoose({ kind: "restore", account })}
          >
            Restore…
          </Menu.Item>
        )}
        {account.status === "active" && !isOperators && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconBan size={16} />}
            onClick={() => onChoose({ kind: "suspend", account })}
          >
            Suspend…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
