import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { post } from "../../../browser/api.ts";
import { Confirm } from "../../components/confirm.tsx";
import { SecretModal } from "../../components/secret-modal.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { useAction } from "../../queries.ts";

interface PasswordLinkProps {
  accountId: string;
  user: { id: string; email: string };
}

/** A link for a new password, for somebody who forgot theirs and gets no mail. */
export function PasswordLink({ accountId, user: { id, email } }: PasswordLinkProps) {
  const [dialog, setDialog] = useState<{ kind: "ask" } | { kind: "link"; url: string }>();
  const close = () => setDialog(undefined);
  const create = useAction(
    (_: undefined, idempotencyKey) =>
      post(`/operator/accounts/${accountId}/members/${id}/reset-link`, undefined, {
        idempotencyKey,
      }),
    { changes: ["/operator/accounts"], onDone: ({ url }) => setDialog({ kind: "link", url }) },
  );
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Password link for ${email}…`}
        onClick={() => setDialog({ kind: "ask" })}
      >
        Password link…
      </Button>
      {dialog?.kind === "ask" && (
        <Confirm
          title={`Password link for ${email}`}
          submit="Create link"
          send={() => create.mutateAsync(undefined)}
          onClose={close}
        >
          Whoever has the link can set a new password and sign in as {email}. Make sure that you give it to
          this person. It works once, for 1 hour. Both audit logs have it.
        </Confirm>
      )}
      {dialog?.kind === "link" && (
        <SecretModal
          title={`Password link for ${email}`}
          secret={dialog.url}
          lost="The link was created, but the response with it was lost. Create another one."
          warning="Copy the link now. It won't be shown again."
          onClose={close}
        >
          {(url) => (
            <>
              <Snippet label="Link" text={url} />
              <Text size="sm" c="dimmed">
                A second factor stays on. The new password ends all sessions of this person.
              </Text>
            </>
          )}
        </SecretModal>
      )}
    </>
  );
}
