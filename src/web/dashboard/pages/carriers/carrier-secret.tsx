import type { CarrierWithSecret } from "@/delivery/connections/setup/schema.ts";
import { SecretModal } from "../../components/secret-modal.tsx";
import { Snippet } from "../../components/snippet.tsx";

/** Shows the signing secret that Waybill generated, once. */
export function CarrierSecret({ carrier, onClose }: { carrier: CarrierWithSecret; onClose: () => void }) {
  return (
    <SecretModal
      title={`Signing secret of ${carrier.name}`}
      secret={carrier.secret}
      lost="The secret was generated, but the response with it was lost. Enter a secret on the Settings tab."
      warning="Copy the secret now. It won't be shown again."
      onClose={onClose}
    >
      {(secret) => <Snippet label="Signing secret" text={secret} />}
    </SecretModal>
  );
}
