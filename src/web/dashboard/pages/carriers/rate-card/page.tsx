import { useState } from "react";
import type { RateCard } from "@/delivery/carriers/kinds/fleet/schema.ts";
import { ProblemAlert } from "../../../components/problem.tsx";
import { PageSkeleton } from "../../../components/skeleton.tsx";
import { useRead } from "../../../queries.ts";
import { useCarrier } from "../use-carrier.ts";
import { CardEditor, firstView } from "./card-editor.tsx";
import { ExplainQuotes } from "./explain-quotes.tsx";
import { RateCardSummary } from "./summary.tsx";
import { RateCardWarnings } from "./warnings.tsx";

/** What a fleet charges, where and when. */
export function CarrierRateCardPage() {
  const { path, call } = useCarrier();
  const card = useRead(`${path}/rate-card`, call);
  const isMissing = card.error?.code === "not_found";
  if (card.error && !isMissing) return <ProblemAlert problem={card.error} />;
  if (!card.data && !isMissing) return <PageSkeleton />;
  return (
    <>
      {card.data && <RateCardWarnings card={card.data} />}
      {card.data && <RateCardSummary card={card.data} />}
      <Editing newest={card.data} />
      {card.data && <ExplainQuotes card={card.data} />}
    </>
  );
}

/** The version that is edited stays under what was typed, until that is saved or given up. */
function Editing({ newest }: { newest: RateCard | undefined }) {
  const [{ card, shows }, setCard] = useState({ card: newest, shows: 0 });
  const [view, setView] = useState(() => firstView(newest));
  return (
    <CardEditor
      key={shows}
      card={card}
      newest={newest}
      onShow={(next) => {
        // What somebody else made of the card may say more than the list of prices can.
        if (view === "prices") setView(firstView(next));
        setCard({ card: next, shows: shows + 1 });
      }}
      onSaved={(saved) => setCard({ card: saved, shows })}
      view={view}
      onView={setView}
    />
  );
}
