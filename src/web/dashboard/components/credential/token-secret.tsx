import type { TokenWithSecretView } from "@/access/tokens/schema.ts";
import { SecretModal } from "../secret-modal.tsx";
import { Snippet } from "../snippet.tsx";

interface TokenSecretProps {
  token: TokenWithSecretView;
  /** A command that shows that the token works. */
  commandOf: (token: TokenWithSecretView, secret: string) => string;
  onClose: () => void;
}

/** Shows the secret of a token, once, and how to use it. */
export function TokenSecret({ token, commandOf, onClose }: TokenSecretProps) {
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
          <Snippet label="Check that it works" text={commandOf(token, secret)} />
        </>
      )}
    </SecretModal>
  );
}
