import type { KeyWithSecretView } from "../../../../access/keys/schema.ts";
import { SecretModal } from "../../components/secret-modal.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { curl } from "../../curl.ts";

/** The only time that the secret is shown. */
export function KeySecret({ apiKey, onClose }: { apiKey: KeyWithSecretView; onClose: () => void }) {
  return (
    <SecretModal
      title={`The secret of ${apiKey.name}`}
      secret={apiKey.secret}
      lost="The key was issued, but the answer with its secret did not arrive. Replace the key to get another."
      warning="Copy it now: it is shown this once and kept nowhere."
      onClose={onClose}
    >
      {(secret) => (
        <>
          <Snippet label="Secret" text={secret} />
          <Snippet label="Try it" text={curl({ path: "/platform/account", secret })} />
        </>
      )}
    </SecretModal>
  );
}
