import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import type { ReportResultView } from "@/delivery/lifecycle/reports/schema.ts";
import { newIdempotencyKey, post, remove } from "../../../browser/api.ts";
import { pageNow } from "../../../browser/clock.ts";
import { isProblem } from "../../../browser/problem.ts";
import { refreshPaths } from "../../queries.ts";
import { toLocalTime } from "../../times.ts";
import { zoneOf } from "../../zone.ts";
import {
  type Choice,
  type Entered,
  faultOf,
  type Line,
  momentOf,
  reasons,
  reportOf,
  results,
} from "./results.ts";
import type { useDriver } from "./use-driver.ts";

export type Change = (id: string, entered: Partial<Entered>) => void;
export type Send = (line: Line) => void;

interface LinesOf extends Pick<ReturnType<typeof useDriver>, "path" | "base" | "call"> {
  setLines: (change: (lines: readonly Line[]) => readonly Line[]) => void;
}

/** What is typed and sent, line by line: one that is refused keeps what was typed and says why. */
export function useLines({ path, base, call, setLines }: LinesOf) {
  const client = useQueryClient();
  /** What was sent and not answered: the same content again is the same report. */
  const unanswered = useRef(new Map<string, { content: string; id: string; at: string }>());
  const of = useRef({ path, base, call });
  of.current = { path, base, call };
  return useMemo(() => {
    const set = (id: string, part: (line: Line) => Partial<Line>) =>
      setLines((lines) => lines.map((line) => (line.stop.id === id ? { ...line, ...part(line) } : line)));
    const change: Change = (id, entered) =>
      set(id, (line) => ({ entered: { ...line.entered, ...entered }, words: "" }));
    async function sendLine({ stop, entered }: Line, zone: string): Promise<string> {
      const { path, base, call } = of.current;
      const report = reportOf(entered);
      if (report === undefined) {
        await remove(`${base}/assignments/${stop.assignment_id}/driver`, call);
        return wordsOf(stop.kind, entered, "");
      }
      const content = JSON.stringify(entered);
      const before = unanswered.current.get(stop.id);
      const at = momentOf(entered.time, zone, pageNow()) ?? "";
      const sent = before?.content === content ? before : { content, id: `sheet-${newIdempotencyKey()}`, at };
      unanswered.current.set(stop.id, sent);
      const body = [{ ...report, id: sent.id, assignment_id: stop.assignment_id, at: sent.at }];
      const answer = await post(`${path}/results`, body, call);
      unanswered.current.delete(stop.id);
      const [result] = answer.results;
      if (result?.result === "late") {
        throw new Refused("It changed nothing: something newer is known of this delivery.");
      }
      if (result?.problem) throw new Refused(detailOf(result.problem));
      return wordsOf(stop.kind, entered, clockIn(sent.at, zone));
    }
    async function sendNow(line: Line): Promise<void> {
      const { stop, entered } = line;
      const zone = await zoneOf(stop.address);
      const fault = faultOf(entered, zone, pageNow());
      if (fault !== undefined) return set(stop.id, () => ({ words: fault }));
      set(stop.id, () => ({ state: "sending", words: "" }));
      // Whoever types goes on meanwhile: a refusal takes the focus from nobody.
      focusNext(stop.id);
      try {
        const words = await sendLine(line, zone);
        set(stop.id, () => ({ state: "saved", words }));
        void refreshPaths(client, [`${of.current.base}/drivers`, "/platform/shipments"]);
      } catch (error) {
        set(stop.id, () => ({ state: "open", words: whyNot(error) }));
      }
    }
    const send: Send = (line) => {
      if (line.state === "open") void sendNow(line);
    };
    return { change, send };
  }, [client, setLines]);
}

/** A line that the server did not take, in words. */
class Refused extends Error {}

function detailOf({ errors, detail }: NonNullable<ReportResultView["problem"]>): string {
  return errors?.map((each) => `The time ${each.detail}.`).join(" ") ?? detail;
}

function whyNot(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (isProblem(error)) return error.detail;
  throw error;
}

const clockIn = (at: string, zone: string) =>
  toLocalTime(at, zone).slice("2026-01-31T".length, -":00".length);

/** `Delivered, K. B., 14:10` */
function wordsOf(kind: Line["stop"]["kind"], { result, reason, who }: Entered, time: string): string {
  const labelIn = (choices: readonly Choice[], value: string) =>
    choices.find((choice) => choice.value === value)?.label;
  return [labelIn(results[kind], result), labelIn(reasons, reason), who, time].filter(Boolean).join(", ");
}

type Field = "result" | "more" | "time";

export const fieldId = (stopId: string, field: Field) => `${stopId}-${field}`;

/** The next line that waits for its result. */
function focusNext(stopId: string): void {
  const fields = [...document.querySelectorAll<HTMLElement>("[data-result]")];
  const at = fields.findIndex(({ id }) => id === fieldId(stopId, "result"));
  fields[at + 1]?.focus();
}

/** A field that `draw` brings. At once: the next letter may come before the next frame. */
export function focusField(stopId: string, field: Field, draw: () => void): void {
  flushSync(draw);
  document.getElementById(fieldId(stopId, field))?.focus();
}
