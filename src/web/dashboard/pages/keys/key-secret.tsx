import type { KeyWithSecretView } from "@/access/keys/schema.ts";
import { SecretModal } from "../../components/secret-modal.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { curl } from "../../curl.ts";
import { useKeyTexts } from "./texts.ts";

/** Shows the secret, once. */
export function KeySecret({ apiKey, onClose }: { apiKey: KeyWithSecretView; onClose: () => void }) {
  const texts = useKeyTexts();
  return (
    <SecretModal
      title={texts.secretOf(apiKey.name)}
      secret={apiKey.secret}
      lost={texts.secretLost}
      warning={texts.secretWarning}
      onClose={onClose}
    >
      {(secret) => (
        <>
          <Snippet label={texts.secret} text={secret} />
          <Snippet label={texts.check} text={curl({ path: "/platform/account", secret })} />
        </>
      )}
    </SecretModal>
  );
}
