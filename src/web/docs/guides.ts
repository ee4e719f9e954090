import authentication from "./guides/authentication.md" with { type: "file" };
import behindAProxy from "./guides/behind-a-proxy.md" with { type: "file" };
import errors from "./guides/errors.md" with { type: "file" };
import idempotency from "./guides/idempotency.md" with { type: "file" };
import limits from "./guides/limits.md" with { type: "file" };
import lists from "./guides/lists.md" with { type: "file" };
import operating from "./guides/operating.md" with { type: "file" };
import quickStart from "./guides/quick-start.md" with { type: "file" };
import sandbox from "./guides/sandbox.md" with { type: "file" };
import usage from "./guides/usage.md" with { type: "file" };
import versioning from "./guides/versioning.md" with { type: "file" };
import webhooks from "./guides/webhooks.md" with { type: "file" };

/** In the order in which somebody new needs them. */
const guides = [
  quickStart,
  authentication,
  sandbox,
  webhooks,
  errors,
  idempotency,
  lists,
  limits,
  usage,
  versioning,
  operating,
  behindAProxy,
];

/** The address in the files, where nothing is configured. */
const addressDefault = "http://127.0.0.1:8080";

/**
 * The guides, one after the other: Markdown whose headings of the first rank are their titles. Their samples call
 * this address.
 */
export async function readGuides(address: string): Promise<string> {
  const texts = await Promise.all(guides.map((path) => Bun.file(path).text()));
  return texts.join("\n").replaceAll(addressDefault, address);
}
