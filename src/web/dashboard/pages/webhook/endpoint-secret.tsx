import { Text } from "@mantine/core";
import type { WebhookView } from "../../../../messaging/webhooks/endpoints/schema.ts";
import { SecretModal } from "../../components/secret-modal.tsx";
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
    <SecretModal
      title={`The signing secret of ${nameOf(webhook)}`}
      secret={webhook.secret}
      lost="It was made, but the answer with the secret did not arrive. Rotate it to get another."
      warning="Copy it now: it is shown this once."
      onClose={onClose}
    >
      {(secret) => (
        <>
          <Snippet label="Signing secret" text={secret} />
          <Text size="sm" c="dimmed">
            Give it to your program as {secretVariable}. How to verify with it is on the endpoint's page.
          </Text>
        </>
      )}
    </SecretModal>
  );
}
