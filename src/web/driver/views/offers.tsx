/** @jsxImportSource preact */
import { useEffect } from "preact/hooks";
import type { Offer } from "../day.ts";
import { addressLine } from "../navigation.ts";
import { toServerTime } from "../server-time.ts";
import { answer } from "../taps.ts";
import { useTexts } from "../texts.ts";
import { useNow } from "./use-state.ts";

const secondMs = 1_000;
const kmMeters = 1_000;
const kgGrams = 1_000;

/** Jobs to accept or decline, with what may be seen before. */
export function Offers({ offers }: { offers: readonly Offer[] }) {
  // A phone in a pocket says so, where it can and somebody has touched the page.
  useEffect(() => {
    if (offers.length > 0) void import("../alarm.ts").then(({ ring }) => ring()).catch(() => {});
  }, [offers.length]);
  return (
    <div aria-live="assertive">
      {offers.map((offer) => (
        <OfferCard key={offer.assignmentId} offer={offer} />
      ))}
    </div>
  );
}

function OfferCard({ offer }: { offer: Offer }) {
  const texts = useTexts();
  const { assignmentId, stops, answerUntil, isAccepted } = offer;
  const [first] = stops;
  const facts = [
    first && `${(first.weight_grams / kgGrams).toFixed(1)} kg`,
    first && texts.parcels(first.parcel_count),
  ].filter(Boolean);
  return (
    <section class="card offer" aria-label={texts.newJob}>
      <h2>{texts.newJob}</h2>
      <ol class="route">
        {stops.map((stop) => (
          <li key={stop.id}>
            {texts[stop.kind]}: <bdi>{addressLine(stop.address)}</bdi>
            {stop.distance_meters !== null && ` · ${(stop.distance_meters / kmMeters).toFixed(1)} km`}
          </li>
        ))}
      </ol>
      <p>{facts.join(" · ")}</p>
      {isAccepted ? (
        <p class="pending">
          {texts.accepted}. {texts.notConfirmed}.
        </p>
      ) : (
        <>
          {answerUntil && <TimeLeft until={answerUntil} />}
          <div class="pair">
            <button type="button" onClick={() => void answer([assignmentId], false)}>
              {texts.decline}
            </button>
            <button type="button" class="primary" onClick={() => void answer([assignmentId], true)}>
              {texts.accept}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

/** Not read out each second: the card already is. */
function TimeLeft({ until }: { until: string }) {
  const texts = useTexts();
  const leftMs = Date.parse(until) - toServerTime(useNow(secondMs));
  return (
    <p class="time-left" aria-live="off">
      {texts.secondsLeft(Math.max(0, Math.ceil(leftMs / secondMs)))}
    </p>
  );
}
