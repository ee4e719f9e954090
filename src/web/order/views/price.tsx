/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../../browser/problem.ts";
import { useForm } from "../context.ts";
import type { Draft } from "../draft.ts";
import { problemText } from "../faults.ts";
import { estimateOf } from "../request.ts";
import { askPrice } from "../server.ts";
import { moneyText } from "../times.ts";
import type { OrderEstimate } from "../wire.ts";

/** Who types is asked about when done: each call counts against the few that an address has in a minute. */
const typingMs = 1_200;
const retryMs = 15_000;

interface Known {
  /** What the answer is about. */
  about: string;
  estimate?: OrderEstimate;
  problem?: Problem;
}

/** What it costs, before anything is ordered: the server's estimate for what the fields say. */
export function Price({ draft }: { draft: Draft }) {
  const { form, texts } = useForm();
  const request = estimateOf(draft, form);
  const about = JSON.stringify(request);
  const [known, setKnown] = useState<Known>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `about` is the request
  useEffect(() => {
    if (request === undefined) return;
    const asked = request;
    let isGone = false;
    let timer = setTimeout(ask, tries === 0 ? typingMs : 0);
    async function ask() {
      const { value, problem } = await askPrice(asked);
      if (isGone) return;
      if (problem?.status === 429) {
        timer = setTimeout(ask, problem.retryAfterMs ?? retryMs);
        return;
      }
      setTries(0);
      setKnown(problem ? { about, problem } : { about, estimate: value });
    }
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [about, tries]);
  const current = known?.about === about ? known : undefined;
  return (
    <div class="price">
      <span id="price-name">{texts.price}</span>
      <PriceText isAsked={request !== undefined} known={current} />
      {current?.problem?.status === 0 && (
        <button type="button" onClick={() => setTries(tries + 1)}>
          {texts.tryAgain}
        </button>
      )}
    </div>
  );
}

function PriceText({ isAsked, known }: { isAsked: boolean; known: Known | undefined }) {
  const { texts, language, firm } = useForm();
  const price = known?.estimate?.data[0]?.price;
  return (
    <output aria-labelledby="price-name" class={price ? undefined : "quiet"}>
      {price ? moneyText(price, language) : textOf()}
    </output>
  );

  function textOf(): string {
    if (!isAsked) return texts.priceNeedsAddress;
    if (known === undefined) return texts.priceAsked;
    const { problem, estimate } = known;
    if (problem?.status === 0) return texts.priceFailed;
    if (problem?.code === "validation_failed") return texts.checkFields;
    if (problem) return problemText(problem, texts, firm);
    const isRefused = estimate?.unavailable.some((code) => refusals.includes(code)) ?? false;
    return isRefused ? texts.problems.notDelivered(firm) : texts.priceLater(firm);
  }
}

/** Of the codes for missing offers, those that another address or time would change. */
const refusals: readonly string[] = ["out_of_zone", "window_unavailable"];
