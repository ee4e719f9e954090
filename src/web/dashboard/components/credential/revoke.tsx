import { Code, Text } from "@mantine/core";
import { useAction } from "../../queries.ts";
import { ConfirmByName } from "../confirm-by-name.tsx";
import { type Credential, type CredentialPlace, shortForm } from "./credential.ts";

interface RevokeCredentialProps {
  credential: Credential;
  place: Pick<CredentialPlace<unknown>, "word" | "revoke" | "changes">;
  onClose: () => void;
  onRevoked?: () => void;
}

export function RevokeCredential({ credential, place, onClose, onRevoked }: RevokeCredentialProps) {
  const { name, id } = credential;
  const { word, changes } = place;
  const revoke = useAction(() => place.revoke(id), {
    changes,
    success: `${name} revoked.`,
    onDone: () => {
      onRevoked?.();
      onClose();
    },
  });
  return (
    <ConfirmByName
      title={`Revoke ${name}`}
      name={name}
      submit={`Revoke ${word}`}
      send={() => revoke.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        Programs that use the {word} <Code>{shortForm(credential)}</Code> lose access immediately. Their open
        streams end. This cannot be undone.
      </Text>
    </ConfirmByName>
  );
}
