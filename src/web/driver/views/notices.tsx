/** @jsxImportSource preact */
import { useEffect, useRef } from "preact/hooks";
import type { SeenStop } from "../day.ts";
import { markSeen } from "../taps.ts";
import { useTexts } from "../texts.ts";
import type { DriverNotice } from "../wire.ts";
import { StopChanges } from "./stop-changes.tsx";

interface Props {
  notices: readonly DriverNotice[];
  stops: readonly SeenStop[];
  /** Brings a stop to the top. */
  onChoose(stopId: string): void;
}

/**
 * What the driver is told, until they say that they have seen it: new times together, new jobs too, and everything else
 * one by one.
 */
export function Notices({ notices, stops, onChoose }: Props) {
  useAlarm(notices);
  const jobs = notices.filter(({ kind }) => kind === "job");
  const times = notices.filter(isOfTimes);
  const others = notices.filter((notice) => notice.kind !== "job" && !isOfTimes(notice));
  return (
    <div aria-live="assertive">
      {others.map((notice) => (
        <NoticeCard key={notice.id} notices={[notice]} stops={stops} onChoose={onChoose} />
      ))}
      {times.length > 0 && <NoticeCard notices={times} stops={stops} onChoose={onChoose} />}
      {jobs.length > 0 && <NoticeCard notices={jobs} stops={stops} onChoose={onChoose} />}
    </div>
  );
}

/** Everything comes later on a bad day, which is one tap. Another address leads elsewhere, and has its own. */
const isOfTimes = ({ kind, changes }: DriverNotice): boolean =>
  kind === "change" && changes.every(({ previous_address }) => previous_address === null);

/** Notices of one kind that are seen together. */
function NoticeCard({ notices, stops, onChoose }: Props) {
  const texts = useTexts();
  const [first] = notices;
  if (first === undefined) return null;
  const titleId = `notice-${first.id}`;
  return (
    <section class="card offer" aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.notices[first.kind]}</h2>
      <ol class="told">
        {notices.map((notice) => (
          <li key={notice.id}>
            <NoticeLine
              notice={notice}
              stop={stopOf(notice, stops)}
              changed={stops.filter((stop) => stop.notices.includes(notice))}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ol>
      <button type="button" class="primary full" onClick={() => void markSeen(notices.map(({ id }) => id))}>
        {texts.seen}
      </button>
    </section>
  );
}

const stopOf = ({ assignment_id: id }: DriverNotice, stops: readonly SeenStop[]): SeenStop | undefined =>
  stops.find(({ assignment_id }) => assignment_id === id);

interface LineProps {
  notice: DriverNotice;
  /** The first of its job that is left. */
  stop: SeenStop | undefined;
  /** All of its job that are left. */
  changed: readonly SeenStop[];
  onChoose(stopId: string): void;
}

/** Whom it is about, what it says; a tap leads to the stop. */
function NoticeLine({ notice, stop, changed, onChoose }: LineProps) {
  const { kind, name, address_line, reason, text } = notice;
  const words =
    kind === "change" && changed.length > 0 ? (
      <StopChanges notice={notice} stops={changed} />
    ) : (
      <>
        {name !== null && <strong dir="auto">{name}</strong>}
        {address_line !== null && <span dir="auto">{address_line}</span>}
        {reason !== null && <span dir="auto">{reason}</span>}
        {text !== null && <span dir="auto">{text}</span>}
      </>
    );
  if (stop === undefined) return words;
  return (
    <button type="button" onClick={() => onChoose(stop.id)}>
      {words}
    </button>
  );
}

/** A phone in a pocket says that there is something new, where it can and somebody has touched the page. */
function useAlarm(notices: readonly DriverNotice[]): void {
  const known = useRef(new Set<string>());
  useEffect(() => {
    const isNew = notices.some(({ id }) => !known.current.has(id));
    known.current = new Set(notices.map(({ id }) => id));
    // A phone without a network may not have loaded it yet.
    if (isNew) void import("../alarm.ts").then(({ ring }) => ring()).catch(() => {});
  }, [notices]);
}
