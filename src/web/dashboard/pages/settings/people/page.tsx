import { Button, Group, Text } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { InvitationWithUrlView } from "@/access/people/schema.ts";
import { Permitted } from "../../../components/permitted.tsx";
import { InvitationLink } from "./invitation-link.tsx";
import { Invitations } from "./invitations.tsx";
import { InvitePerson } from "./invite.tsx";
import { Members } from "./members.tsx";

/** The dialog that is open. */
type Dialog = { kind: "invite" } | { kind: "link"; invitation: InvitationWithUrlView };

/** Who works in the account, and who is invited to. */
export function PeoplePage() {
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw={640}>
          Everybody signs in with a password of their own. The role says what a person can see and change.
        </Text>
        <Permitted needs={["people:write"]}>
          <Button leftSection={<IconUserPlus size={18} />} onClick={() => setDialog({ kind: "invite" })}>
            Invite…
          </Button>
        </Permitted>
      </Group>
      <Members />
      <Invitations />
      {dialog?.kind === "invite" && (
        <InvitePerson onClose={close} onInvited={(invitation) => setDialog({ kind: "link", invitation })} />
      )}
      {dialog?.kind === "link" && <InvitationLink invitation={dialog.invitation} onClose={close} />}
    </>
  );
}
