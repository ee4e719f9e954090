import { Text } from "@mantine/core";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { SecretModal } from "../../components/secret-modal.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { nameOf } from "./endpoints.ts";
import { secretVariable } from "./samples.ts";

export interface WebhookWithSecret extends WebhookView {
  /** Null where the response that contained it was lost. */
  secret: string | null;
}

/** Shows the signing secret, once. */
export function EndpointSecret({ webhook, onClose }: { webhook: WebhookWithSecret; onClose: () => void }) {
  return (
    <SecretModal
      title={`Signing secret of ${nameOf(webhook)}`}
      secret={webhook.secret}
      lost="The secret was created, but the response with it was lost. Rotate the secret to get a new one."
      warning="Copy the secret now. It won't be shown again."
      onClose={onClose}
    >
      {(secret) => (
        <>
          <Snippet label="Signing secret" text={secret} />
          <Text size="sm" c="dimmed">
            Set it as {secretVariable} in your program. The endpoint's Verify tab has sample code.
          </Text>
        </>
      )}
    </SecretModal>
  );
}
