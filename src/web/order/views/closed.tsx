/** @jsxImportSource preact */
import type { Problem } from "../../browser/problem.ts";
import { useForm } from "../context.ts";
import type { Texts } from "../texts/en.ts";
import { useWords } from "../texts.ts";
import { timeText } from "../times.ts";
import { ContactLinks } from "./firm.tsx";
import { Heading } from "./heading.tsx";

/** Why nobody can order now, and whom to ask. */
export function Closed({ isFirst }: { isFirst: boolean }) {
  const { form, texts, language, firm } = useForm();
  const { closed, problems } = texts;
  const { paused_until: until, pickup } = form;
  return (
    <section class="card" data-tone="warn">
      <Heading isFirst={isFirst}>{closed.pausedTitle}</Heading>
      <p>{until === null ? problems.dayFull : closed.paused(firm)}</p>
      {until !== null && !isEndless(until) && (
        <p>{closed.pausedUntil(timeText(until, language, pickup.time_zone))}</p>
      )}
      <ContactLinks />
      <div class="actions">
        <button type="button" class="primary" onClick={() => location.reload()}>
          {texts.tryAgain}
        </button>
      </div>
    </section>
  );
}

/** The year in which pauses end that have no end: what the dashboard sends. */
const endlessYear = "9999";

function isEndless(until: string): boolean {
  return until.startsWith(endlessYear);
}

/** The link opened nothing: why, and what to do. */
export function NotOpened({ problem, again }: { problem: Problem; again: () => void }) {
  const { texts } = useWords();
  const { title, sentence, isRetried } = wordsFor(problem, texts);
  return (
    <main>
      <section class="card" data-tone="warn">
        <Heading isFirst>{title}</Heading>
        <p role="status">{sentence}</p>
        {isRetried && (
          <div class="actions">
            <button type="button" class="primary" onClick={again}>
              {texts.tryAgain}
            </button>
          </div>
        )}
      </section>
    </main>
  );
}

function wordsFor({ status, code }: Problem, { closed, problems }: Texts) {
  if (status === 404) return { title: closed.unknownTitle, sentence: closed.unknown, isRetried: false };
  if (code === "order_form_not_ready")
    return { title: closed.notOpenTitle, sentence: closed.notOpen, isRetried: false };
  if (code === "order_form_paused" || status === 429)
    return { title: closed.pausedTitle, sentence: problems.tooOften, isRetried: true };
  return { title: closed.failedTitle, sentence: problems.notSent, isRetried: true };
}
