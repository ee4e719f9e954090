import type { Asked, Reply } from "./asked-thread.ts";

declare const self: Worker;

/**
 * In a thread's program: answers each message. While `handle` gives way, others are begun.
 * @param moved memory of the result that the thread gives away instead of a copy
 */
export function answerRequests<Request, Result>(
  handle: (request: Request) => Result | Promise<Result>,
  moved: (result: Result) => Transferable[] = () => [],
): void {
  async function replyTo({ id, request }: Asked<Request>): Promise<Reply<Result>> {
    try {
      return { id, result: await handle(request) };
    } catch (error) {
      return { id, failed: error instanceof Error ? error.message : String(error) };
    }
  }
  self.onmessage = async ({ data }: MessageEvent<Asked<Request>>) => {
    const reply = await replyTo(data);
    self.postMessage(reply, "result" in reply ? moved(reply.result) : []);
  };
}
