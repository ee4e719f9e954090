import { Button, Group, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import type { MemberView } from "../../../../access/people/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { humanize } from "../../format.ts";
import { useMay } from "../../permissions.ts";
import { useList } from "../../queries.ts";
import { ChangeRole } from "./change-role.tsx";

/** The people of the account. */
export function Members() {
  const members = useList<MemberView>("/account/members");
  const mayChange = useMay("people:write");
  const [changed, setChanged] = useState<MemberView>();
  return (
    <>
      <ListTable
        list={members}
        label="People"
        keyOf={({ id }) => id}
        columns={[
          { title: "Person", cell: (member) => <Person member={member} /> },
          { title: "Role", cell: ({ role }) => humanize(role) },
          { title: "Second factor", cell: ({ has_second_factor }) => (has_second_factor ? "On" : "Off") },
          { title: "Last seen", cell: ({ last_seen_at }) => <Time at={last_seen_at} none="Never" /> },
          { title: "Joined", cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: "",
            align: "right",
            cell: (member) =>
              mayChange && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Change role of ${member.email}…`}
                  onClick={() => setChanged(member)}
                >
                  Change role…
                </Button>
              ),
          },
        ]}
        empty={
          <Empty icon={IconUsers} title="Nobody here">
            Invite the people who work with you.
          </Empty>
        }
      />
      {changed && <ChangeRole member={changed} onClose={() => setChanged(undefined)} />}
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
