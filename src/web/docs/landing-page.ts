import { html } from "../serving/html.ts";
import { addressOf, guideMenu } from "./guide-page.ts";
import type { Guide } from "./guides.ts";
import { docsPage, type Page } from "./layout.ts";

/** The doors of the page, each with the guide behind it and the next ones. */
const doors = [
  {
    title: "Start",
    text: "Create a shipment, compare quotes, accept one and follow it.",
    guides: ["quick-start", "shipment-life", "quotes", "tracking", "going-live"],
  },
  {
    title: "Receive webhooks",
    text: "Verify signatures in your language, and survive retries and outages.",
    guides: ["webhooks", "attention", "errors", "idempotency"],
  },
  {
    title: "Test everything",
    text: "Failed deliveries, late drivers, lost requests: a recipe for each.",
    guides: ["testing", "testing-time", "testing-drivers", "testing-in-ci", "sandbox"],
  },
  {
    title: "Run it",
    text: "Back up, restore, monitor, and put it behind a proxy.",
    guides: ["operating", "behind-a-proxy", "disk-is-gone", "standby"],
  },
] as const;

/** The page at `/docs`: where to begin, and everything there is. */
export function landingPage(guides: readonly Guide[]): Promise<Page> {
  return docsPage({
    title: "Waybill docs",
    path: "/docs",
    main: `<div class="landing">
<h1>Documentation</h1>
<p class="lead">Shipments, quotes, live tracking and signed webhooks, in one executable.</p>
<div class="doors">
${doors.map((door) => doorOf(door, guides)).join("\n")}
</div>
<h2 id="reference">Reference</h2>
<ul class="references">
<li><a href="/docs/api">API reference</a> Every operation with its parameters, bodies, errors and samples.</li>
<li><a href="/docs/api/try">Try it</a> Send requests with a sandbox key.</li>
<li><a href="/docs/errors">Errors</a> What each code means, and how to fix it.</li>
<li><a href="/docs/settings">Settings</a> Flags and environment variables of the server.</li>
<li><a href="/docs/carrier-protocol">Carrier protocol</a> What the server of a carrier answers.</li>
<li><a href="/api/v1/openapi.json">OpenAPI document</a> For client generators.</li>
<li><a href="/llms.txt">llms.txt</a> These pages as Markdown, for language models.</li>
</ul>
<h2 id="guides">All guides</h2>
<div class="all-guides">${guideMenu(guides, "h3")}</div>
</div>`,
  });
}

function doorOf({ title, text, guides: names }: (typeof doors)[number], guides: readonly Guide[]): string {
  const [first, ...others] = names.flatMap((name) => guides.filter((guide) => guide.name === name));
  const more = others.map((guide) => `<li><a href="${addressOf(guide)}">${html(guide.title)}</a></li>`);
  const address = first === undefined ? "/docs" : addressOf(first);
  return `<section class="door"><h2><a href="${address}">${title}</a></h2><p>${text}</p><ul class="more">${more.join("")}</ul></section>`;
}
