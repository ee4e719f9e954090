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
    told: `${apiKey.name} is revoked.`,
    onDone: () => {
      forgetIfFirst(client, apiKey.id);
      onClose();
    },
  });
  return (
    <ConfirmByName
      title={`Revoke ${apiKey.name}`}
      name={apiKey.name}
      submit="Revoke the key"
      send={() => revoke.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        The key <Code>{`${apiKey.prefix}…${apiKey.last4}`}</Code> is revoked. Programs that use this key are
        refused from their next request on, and their open streams end. This cannot be undone.
      </Text>
    </ConfirmByName>
  );
}
