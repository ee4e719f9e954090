import { Webhook } from "standardwebhooks";

export interface Received {
  headers: Record<string, string>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what is in there
  event: any;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Its answer, or a function of the request's number, from 0. */
  answer: (number: number) => Response | Promise<Response>;
  stop(): Promise<void>;
}

/** A webhook receiver on loopback that records its requests. */
export function startReceiver(): Receiver {
  const receiver: Receiver = {
    url: "",
    received: [],
    answer: () => new Response("ok"),
    stop: async () => {},
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const body = await request.text();
      const number = receiver.received.length;
      receiver.received.push({ headers: Object.fromEntries(request.headers), body, event: JSON.parse(body) });
      return receiver.answer(number);
    },
  });
  receiver.url = `http://127.0.0.1:${server.port}/hook`;
  receiver.stop = () => server.stop(true);
  return receiver;
}

/** Throws unless the public `standardwebhooks` package accepts the signature. */
export function verify(secret: string, received: Received): void {
  new Webhook(secret).verify(received.body, received.headers);
}
