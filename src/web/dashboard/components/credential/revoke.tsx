import { Code, Text } from "@mantine/core";
import { remove } from "../../../browser/api.ts";
import { useAction } from "../../queries.ts";
import { ConfirmByName } from "../confirm-by-name.tsx";
import { type Credential, type CredentialPlace, shortForm } from "./credential.ts";

interface RevokeCredentialProps {
  credential: Credential;
  place: CredentialPlace;
  onClose: () => void;
  onRevoked?: () => void;
}

export function RevokeCredential({ credential, place, onClose, onRevoked }: RevokeCredentialProps) {
  const { name, id } = credential;
  const { word, path, call, changes } = place;
  const revoke = useAction(() => remove(`${path}/${id}`, call), {
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
