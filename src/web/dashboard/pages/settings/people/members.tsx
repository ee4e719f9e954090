import { ActionIcon, Button, Group, Menu, Text } from "@mantine/core";
import { IconDots, IconUserCog, IconUserMinus, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import type { MemberView } from "@/access/people/schema.ts";
import { Empty } from "../../../components/empty.tsx";
import { ListTable } from "../../../components/list-table.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { Time } from "../../../components/time.tsx";
import { humanize } from "../../../format.ts";
import { useMay } from "../../../permissions.ts";
import { useList } from "../../../queries.ts";
import { ChangeRole } from "./change-role.tsx";
import { LeaveAccount } from "./leave.tsx";
import { RemoveMember } from "./remove-member.tsx";

/** The dialog that is open. */
interface Dialog {
  kind: "role" | "remove" | "leave";
  member: MemberView;
}

/** The people of the account. */
export function Members() {
  const members = useList("/account/members");
  const mayChange = useMay("people:write");
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  return (
    <>
      <ListTable
        list={members}
        label="People"
        keyOf={({ id }) => id}
        columns={[
          { title: "Person", main: true, cell: (member) => <Person member={member} /> },
          { title: "Role", cell: ({ role }) => humanize(role) },
          { title: "Second factor", cell: ({ has_second_factor }) => (has_second_factor ? "On" : "Off") },
          { title: "Last seen", cell: ({ last_seen_at }) => <Time at={last_seen_at} none="Never" /> },
          { title: "Joined", cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: "Actions",
            actions: true,
            cell: (member) => (
              <MemberActions
                member={member}
                mayChange={mayChange}
                onChoose={(kind) => setDialog({ kind, member })}
              />
            ),
          },
        ]}
        empty={
          <Empty icon={IconUsers} title="Nobody here">
            Invite the people who work with you.
          </Empty>
        }
      />
      {dialog?.kind === "role" && <ChangeRole member={dialog.member} onClose={close} />}
      {dialog?.kind === "remove" && <RemoveMember member={dialog.member} onClose={close} />}
      {dialog?.kind === "leave" && <LeaveAccount member={dialog.member} onClose={close} />}
    </>
  );
}

function Person({ member: { email, is_you, email_verified } }: { member: MemberView }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <div>
        <Text size="sm" fw={600}>
          {email}
        </Text>
        {email_verified === false && (
          <Text size="xs" c="dimmed">
            Address not verified
          </Text>
        )}
      </div>
      {is_you && <StatusBadge tone="good">You</StatusBadge>}
    </Group>
  );
}

interface MemberActionsProps {
  member: MemberView;
  mayChange: boolean;
  onChoose: (kind: Dialog["kind"]) => void;
}

/** Everybody can leave; only owners change others. */
function MemberActions({ member: { is_you, email }, mayChange, onChoose }: MemberActionsProps) {
  if (is_you && !mayChange) {
    return (
      <Button size="xs" variant="default" onClick={() => onChoose("leave")}>
        Leave…
      </Button>
    );
  }
  if (!mayChange) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${email}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserCog size={16} />} onClick={() => onChoose("role")}>
          Change role…
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconUserMinus size={16} />}
          onClick={() => onChoose(is_you ? "leave" : "remove")}
        >
          {is_you ? "Leave…" : "Remove…"}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
