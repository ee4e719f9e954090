import { Text } from "@mantine/core";
import type { InvitationWithUrlView } from "@/access/people/schema.ts";
import { SecretModal } from "../../../components/secret-modal.tsx";
import { Snippet } from "../../../components/snippet.tsx";

interface InvitationLinkProps {
  invitation: InvitationWithUrlView;
  onClose: () => void;
}

/** Shows the link of a new invitation, once. */
export function InvitationLink({
  invitation: { email, url, is_emailed: isEmailed },
  onClose,
}: InvitationLinkProps) {
  return (
    <SecretModal
      title={`Invitation for ${email}`}
      secret={url}
      warning={
        isEmailed
          ? `Waybill emails this link to ${email}. You can also send it yourself. It won't be shown again.`
          : `Send this link to ${email}. It won't be shown again.`
      }
      onClose={onClose}
    >
      {(link) => (
        <>
          <Snippet label="Invitation link" text={link} />
          <Text size="sm" c="dimmed">
            It works once, for 48 hours. Whoever opens it can join, so send it to nobody else.
          </Text>
        </>
      )}
    </SecretModal>
  );
}
