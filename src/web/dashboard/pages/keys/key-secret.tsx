import type { KeyWithSecretView } from "@/access/keys/schema.ts";
import { SecretModal } from "../../components/secret-modal.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { curl } from "../../curl.ts";

/** Shows the secret, once. */
export function KeySecret({ apiKey, onClose }: { apiKey: KeyWithSecretView; onClose: () => void }) {
  return (
    <SecretModal
      title={`Secret of ${apiKey.name}`}
      secret={apiKey.secret}
      lost="The key was created, but the response with its secret was lost. Rotate the key to get a new one."
      warning="Copy the secret now. It won't be shown again."
      onClose={onClose}
    >
      {(secret) => (
        <>
          <Snippet label="Secret" text={secret} />
          <Snippet label="Check that it works" text={curl({ path: "/platform/account", secret })} />
        </>
      )}
    </SecretModal>
  );
}
