import type { TokenWithSecretView } from "../../../../access/tokens/schema.ts";
import { SecretModal } from "../../components/secret-modal.tsx";
import { Snippet } from "../../components/snippet.tsx";

/** Shows the secret of a token, once, and how to use it. */
export function TokenSecret({ token, onClose }: { token: TokenWithSecretView; onClose: () => void }) {
  return (
    <SecretModal
      title={`Secret of ${token.name}`}
      secret={token.secret}
      lost="The token was created, but the response with its secret was lost. Rotate the token to get a new one."
      warning="Copy the secret now. It won't be shown again."
      onClose={onClose}
    >
      {(secret) => (
        <>
          <Snippet label="Secret" text={secret} />
          <Snippet label="Check that it works" text={commandOf(secret)} />
        </>
      )}
    </SecretModal>
  );
}

function commandOf(secret: string): string {
  return `curl -H "Authorization: Bearer ${secret}" ${location.origin}/api/v1/carrier/assignments`;
}
