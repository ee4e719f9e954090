import { TokenList } from "../../components/credential/token-list.tsx";
import { CreateToken } from "./create-token.tsx";
import { useCarrier } from "./use-carrier.ts";

/** The tokens with which a carrier calls Waybill. */
export function CarrierTokensPage() {
  const { path, call, needs } = useCarrier();
  return (
    <TokenList
      path={`${path}/tokens`}
      call={call}
      needs={needs}
      lead="The carrier's system sends a token with every report. It sees only what was booked with this carrier."
      empty="A carrier needs a token to report progress, positions and proof of delivery."
      form={(form) => <CreateToken {...form} />}
      commandOf={(_, secret) =>
        `curl -H "Authorization: Bearer ${secret}" ${location.origin}/api/v1/carrier/assignments`
      }
    />
  );
}
