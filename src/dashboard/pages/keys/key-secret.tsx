import { Button, Group, Modal, Stack } from "@mantine/core";
import type { KeyWithSecretView } from "../../../keys/schema.ts";
import { Notice } from "../../components/notice.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { curl } from "../../curl.ts";

/** The only time that the secret is shown. */
export function KeySecret({ apiKey, onClose }: { apiKey: KeyWithSecretView; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={`The secret of ${apiKey.name}`}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        {apiKey.secret === null ? (
          <Notice tone="bad">
            The key was issued, but the answer with its secret did not arrive. Replace the key to get another.
          </Notice>
        ) : (
          <>
            <Notice tone="warn">Copy it now: it is shown this once and kept nowhere.</Notice>
            <Snippet label="Secret" text={apiKey.secret} />
            <Snippet label="Try it" text={curl({ path: "/platform/account", secret: apiKey.secret })} />
          </>
        )}
        <Group justify="end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
