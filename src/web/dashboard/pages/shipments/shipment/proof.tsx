import { Anchor, Image, SimpleGrid } from "@mantine/core";
import type { ProofView, TrackingView } from "@/delivery/lifecycle/tracking/schema.ts";
import { addressOf } from "@/web/browser/api.ts";
import { Fact, Facts } from "../../../components/facts.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Section } from "../../../components/section.tsx";
import { formatDistance, humanize } from "../../../format.ts";
import { Moment } from "./moment.tsx";

/** The proof of delivery. */
export function Proof({ tracking }: { tracking: TrackingView }) {
  const { proof_of_delivery: proof, shipment_id, environment } = tracking;
  if (proof === null) return null;
  const images = [
    ...(proof.signature
      ? [{ ...proof.signature, name: `Signature of ${proof.signature.signer_name ?? "the recipient"}` }]
      : []),
    ...proof.photos.map((photo) => ({
      ...photo,
      name: photo.added_at === null ? "Photo of the delivery" : "Photo that was added later",
    })),
  ];
  const addedAt = images.findLast(({ added_at }) => added_at !== null)?.added_at ?? null;
  return (
    <Section title="Proof of delivery">
      {proof.missing.length > 0 && (
        <Notice tone="warn">
          {isCorrected(proof) ? "There is no proof" : "The carrier delivered without the proof"} that you
          required: {proof.missing.map(proofName).join(", ")}.
        </Notice>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {images.map(({ url, name }) => (
          <Image key={url} src={pictureAddress(tracking, url)} alt={name} radius="md" className="proof" />
        ))}
      </SimpleGrid>
      <Facts>
        {proof.recipient_name && <Fact label="Received by">{proof.recipient_name}</Fact>}
        {proof.handed_to && <Fact label="Handed to">{humanize(proof.handed_to)}</Fact>}
        {proof.pin && <Fact label="PIN">{pinText(proof.pin)}</Fact>}
        {proof.note && <Fact label="Note">{proof.note}</Fact>}
        {proof.location && (
          <Fact label="Location">{distanceText(proof.location.distance_to_address_meters)}</Fact>
        )}
        {addedAt !== null && (
          <Fact label="Added later">
            <Moment at={addedAt} />
          </Fact>
        )}
        <Fact label="Time">
          <Moment at={proof.captured_at} />,{" "}
          {isCorrected(proof) ? `corrected by the ${proof.captured_by}` : `by the ${proof.captured_by}`}
        </Fact>
      </Facts>
      <Anchor
        href={addressOf(`/platform/shipments/${shipment_id}/proof.json`, environment)}
        download={`proof-${shipment_id}.json`}
        size="sm"
      >
        Download the proof file
      </Anchor>
    </Section>
  );
}

/** A person's word: nobody who was there made it. */
function isCorrected({ captured_by: by }: ProofView): boolean {
  return by === "client" || by === "operator";
}

function proofName(type: ProofView["missing"][number]): string {
  return type === "pin" ? "PIN" : humanize(type).toLowerCase();
}

/** Positions are no more exact than this. */
const atAddressMeters = 10;

function distanceText(meters: number | null): string {
  if (meters === null) return "Recorded. The exact place of the address is not known.";
  return meters < atAddressMeters ? "At the address" : `${formatDistance(meters)} from the address`;
}

function pinText({ verified, attempts, checked_by }: NonNullable<ProofView["pin"]>): string {
  if (checked_by === "carrier") return "The carrier has checked a PIN of its own";
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return verified ? `Verified after ${tries}` : `Not verified after ${tries}`;
}

/** The address of a picture of the tracking for a session, which must name its environment. */
export function pictureAddress(
  { shipment_id, environment }: Pick<TrackingView, "shipment_id" | "environment">,
  url: string,
): string {
  const name = url.slice(url.lastIndexOf("/") + 1);
  return addressOf(`/platform/tracking/${shipment_id}/proof/${name}`, environment);
}
