import { Button, Title } from "@mantine/core";
import { useState } from "react";
import type { InvitationView } from "@/access/people/schema.ts";
import { remove } from "@/web/browser/api.ts";
import { Confirm } from "../../../components/confirm.tsx";
import { ListTable, wholeList } from "../../../components/list-table.tsx";
import { Time } from "../../../components/time.tsx";
import { humanize } from "../../../format.ts";
import { useMay } from "../../../permissions.ts";
import { useAction, useRead } from "../../../queries.ts";
import { peopleChanges } from "./change-role.tsx";

/** They end after two days, so there are few; the address says the page of the people above. */
const shownMax = 100;

/** Invitations that nobody has accepted yet; nothing where there are none. */
export function Invitations() {
  const invitations = useRead("/account/invitations", {
    query: { limit: shownMax },
  });
  const mayChange = useMay("people:write");
  const [withdrawn, setWithdrawn] = useState<InvitationView>();
  const rows = invitations.data?.data;
  if (rows?.length === 0) return null;
  return (
    <>
      <Title order={2}>Open invitations</Title>
      <ListTable
        list={wholeList(rows, invitations.error)}
        label="Open invitations"
        keyOf={({ id }) => id}
        columns={[
          { title: "Email address", main: true, cell: ({ email }) => email },
          { title: "Role", cell: ({ role }) => humanize(role) },
          { title: "Expires", cell: ({ expires_at }) => <Time at={expires_at} /> },
          { title: "Invited by", cell: ({ invited_by }) => invited_by },
          {
            title: "Actions",
            actions: true,
            cell: (invitation) =>
              mayChange && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Withdraw the invitation for ${invitation.email}…`}
                  onClick={() => setWithdrawn(invitation)}
                >
                  Withdraw…
                </Button>
              ),
          },
        ]}
        empty={null}
      />
      {withdrawn && <Withdraw invitation={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </>
  );
}

function Withdraw({ invitation, onClose }: { invitation: InvitationView; onClose: () => void }) {
  const { id, email } = invitation;
  const withdraw = useAction(() => remove(`/account/invitations/${id}`), {
    changes: peopleChanges,
    success: `The invitation for ${email} was withdrawn.`,
    onDone: onClose,
  });
  return (
    <Confirm
      title={`Withdraw the invitation for ${email}`}
      submit="Withdraw invitation"
      send={() => withdraw.mutateAsync(undefined)}
      onClose={onClose}
    >
      The link stops working at once. You can invite {email} again later.
    </Confirm>
  );
}
