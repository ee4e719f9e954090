import type { Deps } from "../infra/deps.ts";
import { contextOf } from "../infra/http/context.ts";

/** JSON, one value per line. */
export const jsonLinesType = "application/jsonl";

const encoder = new TextEncoder();

/**
 * Texts as JSON Lines, each made when the reader takes it, so memory stays bounded. A reader that stops reading is cut
 * off by the idle timeout. `end` is called once, however it ends. An error breaks the response off.
 */
export function streamLines(
  deps: Deps,
  request: Request,
  lines: AsyncGenerator<string>,
  end: () => void,
  headers: Record<string, string>,
): Response {
  const meter = contextOf(request)?.responseMeter;
  const body = new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await lines.next();
        if (deps.stopping.aborted) throw new Error("The server stops");
        if (done) {
          end();
          return controller.close();
        }
        const bytes = encoder.encode(`${value}\n`);
        meter?.count(bytes.length);
        controller.enqueue(bytes);
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel: end,
  });
  return new Response(body, { headers: { ...headers, "content-type": jsonLinesType } });
}
