import type { Deps } from "../infra/deps.ts";
import { contextOf } from "../infra/http/context.ts";

const encoder = new TextEncoder();

/**
 * A response of texts, each made when the reader takes it, so memory stays bounded. A reader that stops reading is cut
 * off by the idle timeout. `end` is called once, however it ends. An error breaks the response off.
 */
export function streamTexts(
  deps: Deps,
  request: Request,
  texts: AsyncGenerator<string>,
  end: () => void,
  headers: Record<string, string>,
): Response {
  // Bun would wait for the body.
  if (request.method === "HEAD") {
    end();
    return new Response(null, { headers });
  }
  const meter = contextOf(request)?.responseMeter;
  const body = new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await texts.next();
        if (deps.stopping.aborted) throw new Error("The server stops");
        if (done) {
          end();
          return controller.close();
        }
        const bytes = encoder.encode(value);
        meter?.count(bytes.length);
        controller.enqueue(bytes);
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel: end,
  });
  return new Response(body, { headers });
}
