import type { Reply } from "./asked-thread.ts";

declare const self: Worker;

/**
 * In a thread's program: answers each message, one after the other.
 * @param moved memory of the result that the thread gives away instead of a copy
 */
export function answerRequests<Request, Result>(
  handle: (request: Request) => Result | Promise<Result>,
  moved: (result: Result) => Transferable[] = () => [],
): void {
  async function replyTo(request: Request): Promise<Reply<Result>> {
    try {
      return { result: await handle(request) };
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  }
  let turn: Promise<void> = Promise.resolve();
  self.onmessage = ({ data }: MessageEvent<Request>) => {
    turn = turn.then(async () => {
      const reply = await replyTo(data);
      self.postMessage(reply, "result" in reply ? moved(reply.result) : []);
    });
  };
}
