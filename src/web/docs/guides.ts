import exampleCarrier from "../../../examples/carrier.mjs" with { type: "file" };
import clientCheck from "../../../examples/client-check.mjs" with { type: "file" };
import firstExample from "../../../examples/testing/first/first.test.mjs" with { type: "file" };
import firstPytestExample from "../../../examples/testing/first/test_first.py" with { type: "file" };
import pytestExample from "../../../examples/testing/python/test_shipments.py" with { type: "file" };
import mishapsExample from "../../../examples/testing/vitest/mishaps.test.js" with { type: "file" };
import vitestExample from "../../../examples/testing/vitest/shipments.test.js" with { type: "file" };
import attention from "./guides/attention.md" with { type: "file" };
import authentication from "./guides/authentication.md" with { type: "file" };
import behindAProxy from "./guides/behind-a-proxy.md" with { type: "file" };
import busyEvening from "./guides/busy-evening.md" with { type: "file" };
import charges from "./guides/charges.md" with { type: "file" };
import connectYourOwnCarrier from "./guides/connect-your-own-carrier.md" with { type: "file" };
import couriersSandbox from "./guides/couriers-sandbox.md" with { type: "file" };
import diskIsGone from "./guides/disk-is-gone.md" with { type: "file" };
import drivers from "./guides/drivers.md" with { type: "file" };
import easypost from "./guides/easypost.md" with { type: "file" };
import errors from "./guides/errors.md" with { type: "file" };
import estimates from "./guides/estimates.md" with { type: "file" };
import everyMishap from "./guides/every-mishap.md" with { type: "file" };
import firstCourierDay from "./guides/first-courier-day.md" with { type: "file" };
import firstRider from "./guides/first-rider.md" with { type: "file" };
import fleet from "./guides/fleet.md" with { type: "file" };
import goingLive from "./guides/going-live.md" with { type: "file" };
import idempotency from "./guides/idempotency.md" with { type: "file" };
import importingOrders from "./guides/importing-orders.md" with { type: "file" };
import karrio from "./guides/karrio.md" with { type: "file" };
import keepKarrio from "./guides/keep-karrio.md" with { type: "file" };
import labels from "./guides/labels.md" with { type: "file" };
import limits from "./guides/limits.md" with { type: "file" };
import lists from "./guides/lists.md" with { type: "file" };
import oneMachine from "./guides/one-machine.md" with { type: "file" };
import operating from "./guides/operating.md" with { type: "file" };
import orderForms from "./guides/order-forms.md" with { type: "file" };
import peopleAndRoles from "./guides/people-and-roles.md" with { type: "file" };
import personalData from "./guides/personal-data.md" with { type: "file" };
import printing from "./guides/printing.md" with { type: "file" };
import proof from "./guides/proof.md" with { type: "file" };
import quickStart from "./guides/quick-start.md" with { type: "file" };
import quotes from "./guides/quotes.md" with { type: "file" };
import recipientMails from "./guides/recipient-mails.md" with { type: "file" };
import recipients from "./guides/recipients.md" with { type: "file" };
import returns from "./guides/returns.md" with { type: "file" };
import sandbox from "./guides/sandbox.md" with { type: "file" };
import shipmentLife from "./guides/shipment-life.md" with { type: "file" };
import shipmentLifeDrawing from "./guides/shipment-life.svg" with { type: "file" };
import signingInSafely from "./guides/signing-in-safely.md" with { type: "file" };
import standby from "./guides/standby.md" with { type: "file" };
import standingOrders from "./guides/standing-orders.md" with { type: "file" };
import statements from "./guides/statements.md" with { type: "file" };
import streetAddresses from "./guides/street-addresses.md" with { type: "file" };
import streets from "./guides/streets.md" with { type: "file" };
import testing from "./guides/testing.md" with { type: "file" };
import testingDrivers from "./guides/testing-drivers.md" with { type: "file" };
import testingInCi from "./guides/testing-in-ci.md" with { type: "file" };
import testingTime from "./guides/testing-time.md" with { type: "file" };
import tracking from "./guides/tracking.md" with { type: "file" };
import usage from "./guides/usage.md" with { type: "file" };
import versioning from "./guides/versioning.md" with { type: "file" };
import webhooks from "./guides/webhooks.md" with { type: "file" };
import webhooksFromCarriers from "./guides/webhooks-from-carriers.md" with { type: "file" };
import { titleOf } from "./markdown.ts";
import { withVariables } from "./sample-variables.ts";

/** The guides by group, each in the order in which a new reader needs them: the name in its address, its file. */
const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Start: {
    "quick-start": quickStart,
    "shipment-life": shipmentLife,
    authentication,
    "going-live": goingLive,
  },
  Deliveries: {
    quotes,
    estimates,
    "importing-orders": importingOrders,
    tracking,
    proof,
    recipients,
    "recipient-mails": recipientMails,
    labels,
    printing,
    returns,
    "order-forms": orderForms,
    "standing-orders": standingOrders,
    charges,
    statements,
    attention,
  },
  Webhooks: { webhooks },
  Test: {
    sandbox,
    testing,
    "testing-time": testingTime,
    "testing-drivers": testingDrivers,
    "testing-in-ci": testingInCi,
    "couriers-sandbox": couriersSandbox,
    "every-mishap": everyMishap,
  },
  "API conventions": { errors, idempotency, lists, limits, usage, versioning },
  "Carriers and drivers": {
    fleet,
    drivers,
    "first-courier-day": firstCourierDay,
    "busy-evening": busyEvening,
    "connect-your-own-carrier": connectYourOwnCarrier,
    easypost,
    karrio,
    "keep-karrio": keepKarrio,
    "webhooks-from-carriers": webhooksFromCarriers,
  },
  "Your account": {
    "people-and-roles": peopleAndRoles,
    "signing-in-safely": signingInSafely,
    "personal-data": personalData,
  },
  "Run it": {
    "first-rider": firstRider,
    operating,
    "one-machine": oneMachine,
    "behind-a-proxy": behindAProxy,
    "street-addresses": streetAddresses,
    streets,
    "disk-is-gone": diskIsGone,
    standby,
  },
};

/** Drawings of guides, by their name in the text. */
export const drawings: Readonly<Record<string, string>> = { "shipment-life.svg": shipmentLifeDrawing };

/** Headings that guides had when they were one page, and where their text is now. */
export const movedHeadings: Readonly<Record<string, string>> = {
  "recipes-for-tests": "/docs/guides/testing",
  "wait-for-a-webhook-without-a-receiver": "/docs/guides/testing#receive-webhooks-without-a-receiver",
  "check-that-your-receiver-survives-the-real-world":
    "/docs/guides/testing#test-your-receiver-with-duplicates-and-delays",
  "check-that-your-client-survives-a-bad-network": "/docs/guides/testing#test-your-clients-retries",
  "force-a-failure": "/docs/guides/testing#test-a-failed-delivery",
  "let-things-expire": "/docs/guides/testing#test-a-quote-that-expires",
  "lose-the-position": "/docs/guides/testing#test-a-late-delivery",
};

/** Where a guide shows an example, which is a file of its own, so that it runs. */
const examplePlaces = {
  EXAMPLE_CARRIER: exampleCarrier,
  EXAMPLE_CLIENT_CHECK: clientCheck,
  EXAMPLE_FIRST_PYTEST: firstPytestExample,
  EXAMPLE_FIRST_TEST: firstExample,
  EXAMPLE_MISHAPS: mishapsExample,
  EXAMPLE_PYTEST: pytestExample,
  EXAMPLE_VITEST: vitestExample,
};

/** The address in the files: that of an installation without settings. */
const addressDefault = "http://127.0.0.1:8080";

export interface Guide {
  /** In its address: `/docs/guides/<name>`. */
  name: string;
  group: string;
  title: string;
  /** Markdown that starts with the title as its only first-level heading. */
  text: string;
}

/** All guides in their order. Their samples call `address`. */
export async function readGuides(address: string): Promise<Guide[]> {
  const examples = await Promise.all(
    Object.entries(examplePlaces).map(async ([place, path]) => ({
      place,
      text: await Bun.file(path).text(),
    })),
  );
  const named = Object.entries(files).flatMap(([group, members]) =>
    Object.entries(members).map(([name, path]) => ({ group, name, path })),
  );
  return Promise.all(
    named.map(async ({ group, name, path }) => {
      let text = await Bun.file(path).text();
      for (const example of examples) text = text.replace(example.place, () => example.text.trimEnd());
      // Recipes for tests begin with functions that set what all of them read.
      if (!name.startsWith("testing-")) text = withVariables(text);
      text = text.replaceAll(addressDefault, address);
      return { name, group, title: titleOf(text), text };
    }),
  );
}

/** All guides as one Markdown text. */
export async function readGuidesText(address: string): Promise<string> {
  return (await readGuides(address)).map(({ text }) => text).join("\n");
}
