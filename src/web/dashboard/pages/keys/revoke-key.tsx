import { Code, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { KeyView } from "../../../../access/keys/schema.ts";
import { remove } from "../../api.ts";
import { ConfirmByName } from "../../components/confirm-by-name.tsx";
import { forgetIfFirst } from "../../first-key.ts";
import { useAction } from "../../queries.ts";
import { keyChanges } from "./changes.ts";

export function RevokeKey({ apiKey, onClose }: { apiKey: KeyView; onClose: () => void }) {
  const client = useQueryClient();
  const revoke = useAction(() => remove(`/keys/${apiKey.id}`), {
    changes: keyChanges,
    success: `${apiKey.name} revoked.`,
    onDone: () => {
      forgetIfFirst(client, apiKey.id);
      onClose();
    },
  });
  return (
    <ConfirmByName
      title={`Revoke ${apiKey.name}`}
      name={apiKey.name}
      submit="Revoke key"
      send={() => revoke.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        Programs that use the key <Code>{`${apiKey.prefix}…${apiKey.last4}`}</Code> lose access immediately.
        Their open streams end. This cannot be undone.
      </Text>
    </ConfirmByName>
  );
}
