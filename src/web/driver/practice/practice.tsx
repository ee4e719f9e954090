/** @jsxImportSource preact */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { systemClock } from "../../../infra/clock.ts";
import { answerHere } from "../../browser/api.ts";
import { chooseLanguage, directionOf } from "../../language/language.ts";
import { openWrite } from "../disk.ts";
import { openDay, sync } from "../model.ts";
import { leavePractice, practiceLanguage } from "../practice.ts";
import type { Texts } from "../texts/en.ts";
import { loadTexts } from "../texts.ts";
import { App } from "../views/app.tsx";
import { useDriverState } from "../views/use-state.ts";
import { type Lesson, lessonOf } from "./lesson.ts";
import { type PlayedDay, playDay } from "./played-day.ts";
import type { PracticeTexts } from "./texts/en.ts";
import { loadPracticeTexts } from "./texts.ts";

/** A day of three stops on the page itself. What is tapped is kept until the end, and sent to nobody. */

interface Words {
  own: PracticeTexts;
  /** The words on the page's buttons. */
  page: Texts;
}

/** Shows it instead of the day. */
export async function beginPractice(root: HTMLElement): Promise<void> {
  const language = chooseLanguage([practiceLanguage(), ...navigator.languages]);
  const [own, page] = await Promise.all([loadPracticeTexts(language), loadTexts(language)]);
  const day = playDay(own, systemClock.now());
  answerHere(day.ask);
  // A browser that keeps nothing says so itself.
  await forgetLast().catch(() => {});
  render(
    <>
      <aside lang={language} dir={directionOf(language)}>
        <Coach day={day} words={{ own, page }} />
      </aside>
      <App />
    </>,
    root,
  );
  await openDay();
}

/** Somebody may have closed the page in the middle of it. */
async function forgetLast(): Promise<void> {
  const tx = await openWrite();
  for (const name of tx.objectStoreNames) void tx.objectStore(name).clear();
  await tx.done;
}

/** What to do now, above the page itself. */
function Coach({ day, words: { own, page } }: { day: PlayedDay; words: Words }) {
  const state = useDriverState();
  const [triedIn, setTriedIn] = useState<Lesson>();
  const lesson = lessonOf(state.day, day);
  const number = { scan: 1, cellar: 2, upstairs: 2, absent: 3, over: 0 }[lesson];

  useEffect(() => {
    // Navigation, calls and messages belong to other apps.
    const keepHere = (event: MouseEvent) => {
      if (!(event.target as Element).closest("a")) return;
      event.preventDefault();
      setTriedIn(lesson);
    };
    document.addEventListener("click", keepHere, { capture: true });
    return () => document.removeEventListener("click", keepHere, { capture: true });
  }, [lesson]);

  function goUp() {
    day.goUp();
    void sync();
  }
  return (
    <section class="card coach" aria-labelledby="practice-title">
      <h2 id="practice-title">
        {own.title}
        {number > 0 && `: ${own.stop(number)}`}
      </h2>
      <div role="status">
        <p>{own[lesson](page)}</p>
        {triedIn === lesson && <p class="hint">{own.staysHere}</p>}
      </div>
      {lesson === "upstairs" && !day.hasNetwork() && (
        <button type="button" class="primary" onClick={goUp}>
          {own.goUp}
        </button>
      )}
      {lesson === "over" && (
        <button type="button" onClick={() => location.reload()}>
          {own.again}
        </button>
      )}
      <button type="button" class={lesson === "over" ? "primary" : ""} onClick={leavePractice}>
        {own.end}
      </button>
      {lesson === "scan" && <p class="quiet">{own.madeUp}</p>}
    </section>
  );
}
