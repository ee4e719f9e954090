import type { Waybill } from "./client.ts";
import type { Input } from "./operation.ts";
import type { InboxMessage } from "./schema.ts";
import { type WaitFilter, waitFor } from "./waiting.ts";
import { verifyWebhook, type WebhookEvent, type WebhookHeaders } from "./webhook.ts";

/** The URL of endpoints whose webhooks stay in Waybill. */
const inboxUrl = "waybill:inbox";

/** What `openInbox` takes: an endpoint without its URL. */
export type InboxEndpoint = Partial<Omit<Input<"registerWebhook">["body"], "url">>;

/** A webhook endpoint without a receiver. */
export interface Inbox {
  /** The endpoint's id. */
  readonly id: string;
  /** Your receiver verifies the webhooks with it. */
  readonly secret: string;
  /**
   * The oldest webhook that fits and that `next` has not returned before; waits for it if there is none.
   * @throws Error with the types that arrived
   */
  next(filter?: WaitFilter): Promise<InboxMessage>;
  /** The webhooks that arrived, oldest first. */
  list(filter?: Omit<WaitFilter, "timeoutSeconds">): Promise<InboxMessage[]>;
  /** Verifies a webhook as a receiver does, and returns its event. @throws WebhookVerificationError */
  verify(webhook: { headers: WebhookHeaders; body: string }): WebhookEvent;
}

/** Registers an endpoint for the inbox. */
export async function openInbox(client: Waybill, endpoint: InboxEndpoint = {}): Promise<Inbox> {
  const { id, secret } = await client.registerWebhook({
    body: { events: ["*"], ...endpoint, url: inboxUrl },
  });
  const returned = new Set<string>();
  const read = (query: Input<"listInboxMessages">["query"] = {}) =>
    collect(client.paginate("listInboxMessages", { query: { limit: 100, ...query } }));
  const list: Inbox["list"] = async (filter) => (await read(filter)).filter((one) => one.webhook_id === id);

  return {
    id,
    secret,
    list,
    verify: ({ headers, body }) => verifyWebhook(body, headers, secret),
    async next({ timeoutSeconds, ...filter } = {}) {
      let after: string | undefined;
      return await waitFor(
        { ...filter, ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }) },
        {
          noun: "webhook",
          async read(waitSeconds) {
            const arrived = await read({ ...filter, ...(after && { after }), wait_seconds: waitSeconds });
            after = arrived.at(-1)?.id ?? after;
            const next = arrived.find((one) => one.webhook_id === id && !returned.has(one.id));
            if (next) returned.add(next.id);
            return next;
          },
          listTypes: async () => (await list()).map(({ type }) => type),
        },
      );
    },
  };
}

/** Lists are newest first. */
async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.unshift(item);
  return collected;
}
