import exampleCarrier from "../../../examples/carrier.mjs" with { type: "file" };
import clientCheck from "../../../examples/client-check.mjs" with { type: "file" };
import attention from "./guides/attention.md" with { type: "file" };
import authentication from "./guides/authentication.md" with { type: "file" };
import behindAProxy from "./guides/behind-a-proxy.md" with { type: "file" };
import charges from "./guides/charges.md" with { type: "file" };
import connectYourOwnCarrier from "./guides/connect-your-own-carrier.md" with { type: "file" };
import diskIsGone from "./guides/disk-is-gone.md" with { type: "file" };
import drivers from "./guides/drivers.md" with { type: "file" };
import errors from "./guides/errors.md" with { type: "file" };
import estimates from "./guides/estimates.md" with { type: "file" };
import fleet from "./guides/fleet.md" with { type: "file" };
import idempotency from "./guides/idempotency.md" with { type: "file" };
import labels from "./guides/labels.md" with { type: "file" };
import limits from "./guides/limits.md" with { type: "file" };
import lists from "./guides/lists.md" with { type: "file" };
import operating from "./guides/operating.md" with { type: "file" };
import peopleAndRoles from "./guides/people-and-roles.md" with { type: "file" };
import personalData from "./guides/personal-data.md" with { type: "file" };
import proof from "./guides/proof.md" with { type: "file" };
import quickStart from "./guides/quick-start.md" with { type: "file" };
import sandbox from "./guides/sandbox.md" with { type: "file" };
import signingInSafely from "./guides/signing-in-safely.md" with { type: "file" };
import standby from "./guides/standby.md" with { type: "file" };
import testRecipes from "./guides/test-recipes.md" with { type: "file" };
import usage from "./guides/usage.md" with { type: "file" };
import versioning from "./guides/versioning.md" with { type: "file" };
import webhooks from "./guides/webhooks.md" with { type: "file" };

/** In the order in which a new reader needs them. */
const guides = [
  quickStart,
  authentication,
  sandbox,
  testRecipes,
  estimates,
  fleet,
  drivers,
  connectYourOwnCarrier,
  labels,
  proof,
  charges,
  attention,
  webhooks,
  errors,
  idempotency,
  lists,
  limits,
  usage,
  versioning,
  peopleAndRoles,
  signingInSafely,
  personalData,
  operating,
  diskIsGone,
  standby,
  behindAProxy,
];

/** Where a guide shows an example, which is a file of its own, so that it runs. */
const examplePlaces = { EXAMPLE_CARRIER: exampleCarrier, EXAMPLE_CLIENT_CHECK: clientCheck };

/** The address in the files: that of an installation without settings. */
const addressDefault = "http://127.0.0.1:8080";

/**
 * All guides as one Markdown text. Each starts with its title as a first-level heading. Their samples call `address`.
 */
export async function readGuides(address: string): Promise<string> {
  const texts = await Promise.all(guides.map((path) => Bun.file(path).text()));
  let text = texts.join("\n");
  for (const [place, path] of Object.entries(examplePlaces)) {
    const example = await Bun.file(path).text();
    text = text.replace(place, () => example.trimEnd());
  }
  return text.replaceAll(addressDefault, address);
}
