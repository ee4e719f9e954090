import { Image, SimpleGrid } from "@mantine/core";
import type { ProofView, TrackingView } from "../../../../delivery/tracking/schema.ts";
import type { Environment } from "../../../../infra/environment.ts";
import { addressOf } from "../../api.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import { distanceInWords, inWords } from "../../words.ts";

/** That the goods arrived, and with whom. */
export function Proof({ tracking }: { tracking: TrackingView }) {
  const { proof_of_delivery: proof, shipment_id, environment } = tracking;
  if (proof === null) return null;
  const pictures = [
    ...(proof.signature ? [{ ...proof.signature, name: `Signature of ${proof.signature.signer_name}` }] : []),
    ...proof.photos.map((photo) => ({ ...photo, name: "Photo of the delivery" })),
  ];
  return (
    <Section title="Proof of delivery">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {pictures.map(({ url, name }) => (
          <Image
            key={url}
            src={pictureAddress(environment, shipment_id, url)}
            alt={name}
            radius="md"
            className="proof"
          />
        ))}
      </SimpleGrid>
      <Facts>
        {proof.recipient_name && <Fact label="Received by">{proof.recipient_name}</Fact>}
        {proof.handed_to && <Fact label="Handed to">{inWords(proof.handed_to)}</Fact>}
        {proof.pin && <Fact label="PIN">{pinInWords(proof.pin)}</Fact>}
        {proof.note && <Fact label="Note">{proof.note}</Fact>}
        {proof.location?.distance_to_address_meters != null && (
          <Fact label="Where">
            {distanceInWords(proof.location.distance_to_address_meters)} from the address
          </Fact>
        )}
        <Fact label="When">
          <Time at={proof.captured_at} />, by the {proof.captured_by}
        </Fact>
      </Facts>
    </Section>
  );
}

/** The same picture for a session, which names its environment. */
function pictureAddress(environment: Environment, shipmentId: string, url: string): string {
  const name = url.slice(url.lastIndexOf("/") + 1);
  return addressOf(`/platform/tracking/${shipmentId}/proof/${name}`, environment);
}

function pinInWords({ verified, attempts }: NonNullable<ProofView["pin"]>): string {
  const tries = attempts === 1 ? "1 try" : `${attempts} tries`;
  return verified ? `Right, after ${tries}` : `Not verified, after ${tries}`;
}
