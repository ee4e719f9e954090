export interface Frame {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what is in there
  data: any;
  /** The data as received. */
  text: string;
}

export interface Reader {
  status: number;
  headers: Headers;
  /** The last id received, from a frame or from the start of the stream. */
  place(): string;
  /** The next frame, or undefined at the end of the stream. */
  next(): Promise<Frame | undefined>;
  /** The remaining frames until the stream ends by itself. */
  rest(): Promise<Frame[]>;
  leave(): void;
}

/** A reader of Server-Sent Events on its own connection. */
export async function follow(url: string, headers: Record<string, string>): Promise<Reader> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let place = "";
  async function next(): Promise<Frame | undefined> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end !== -1) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const lines = new Map(block.split("\n").map((line) => line.split(/: (.*)/s) as [string, string]));
        place = lines.get("id") ?? place;
        const data = lines.get("data");
        if (data !== undefined) {
          return { id: place, event: lines.get("event") ?? "", data: JSON.parse(data), text: data };
        }
        continue;
      }
      const read = await reader?.read();
      if (!read || read.done) return undefined;
      text += read.value;
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    place: () => place,
    next,
    async rest() {
      const frames: Frame[] = [];
      for (;;) {
        const frame = await next();
        if (!frame) return frames;
        frames.push(frame);
      }
    },
    leave: () => abort.abort(),
  };
}
