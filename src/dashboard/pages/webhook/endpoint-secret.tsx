import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { WebhookView } from "../../../webhooks/schema.ts";
import { Notice } from "../../components/notice.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { nameOf } from "./endpoint.ts";
import { secretVariable } from "./samples.ts";

export interface WebhookWithSecret extends WebhookView {
  /** Null where the answer that had it got lost. */
  secret: string | null;
}

/** The only time that the signing secret is shown. */
export function EndpointSecret({ webhook, onClose }: { webhook: WebhookWithSecret; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={`The signing secret of ${nameOf(webhook)}`}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        {webhook.secret === null ? (
          <Notice tone="bad">
            It was made, but the answer with the secret did not arrive. Rotate it to get another.
          </Notice>
        ) : (
          <>
            <Notice tone="warn">Copy it now: it is shown this once.</Notice>
            <Snippet label="Signing secret" text={webhook.secret} />
            <Text size="sm" c="dimmed">
              Give it to your program as {secretVariable}. How to verify with it is on the endpoint's page.
            </Text>
          </>
        )}
        <Group justify="end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
