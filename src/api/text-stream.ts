import type { Deps } from "../infra/deps.ts";
import { contextOf } from "../infra/http/context.ts";
import { captureTime } from "../infra/own-time.ts";
import { bytesPerKb } from "../infra/units.ts";
import { holdThread } from "../infra/waiting/stretches.ts";
import { nextTurn } from "../infra/waiting/turns.ts";

const encoder = new TextEncoder();
/** How long one reader's texts may keep the thread from everything else. */
const turnMaxMs = 10;

/** Makes the texts. What reads long without a text asks in between whether anybody still wants one. */
type WriteTexts = (isOver: () => boolean) => AsyncGenerator<string | Uint8Array>;

const pieceBytes = 64 * bytesPerKb;

/** Bytes in pieces, for `streamTexts`: a body in one piece of some megabytes stays whole until the reader has it all. */
export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/**
 * A response of texts, each made when the reader takes it, so memory stays bounded. A fast reader takes one after the
 * other without a turn for others, so they get one now and then. A reader that stops reading is cut off by the idle
 * timeout. `end` is called when no text is made any more, however it ends. An error breaks the response off.
 */
export function streamTexts(
  deps: Deps,
  request: Request,
  write: WriteTexts,
  end: () => void,
  headers: Record<string, string>,
): Response {
  // Bun would wait for the body.
  if (request.method === "HEAD") {
    end();
    return new Response(null, { headers });
  }
  let isLeft = false;
  const texts = write(() => isLeft || deps.stopping.aborted);
  const inTime = captureTime(deps);
  const { responseMeter: meter, holder } = contextOf(request) ?? {};
  const { monotonic } = deps.realClock;
  let turnedAt = monotonic();
  const body = new ReadableStream({
    async pull(controller) {
      holdThread(holder);
      try {
        if (monotonic() - turnedAt > turnMaxMs) {
          await nextTurn();
          turnedAt = monotonic();
          if (isLeft) return;
        }
        const { done, value } = await inTime(() => texts.next());
        if (isLeft) return;
        if (deps.stopping.aborted) throw new Error("The server stops");
        if (done) {
          end();
          return controller.close();
        }
        const bytes = typeof value === "string" ? encoder.encode(value) : value;
        meter?.countFile(bytes.length);
        controller.enqueue(bytes);
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    async cancel() {
      isLeft = true;
      // Waits for the text that is being made.
      await texts.return(undefined).finally(end);
    },
  });
  return new Response(body, { headers });
}
