import { addressOf } from "./guide-page.ts";
import type { Guide } from "./guides.ts";

/** `llms.txt` (https://llmstxt.org): the documentation as Markdown, for language models. */
export function llmsText(guides: readonly Guide[], publicUrl: string): string {
  const groups = Map.groupBy(guides, ({ group }) => group);
  const lists = [...groups].map(([group, members]) => {
    const links = members.map((guide) => `- [${guide.title}](${publicUrl}${addressOf(guide)}.md)`);
    return `## ${group}\n\n${links.join("\n")}\n`;
  });
  return `# Waybill

> A self-hosted delivery platform: shipments, quotes from carriers, live tracking and signed webhooks.

${lists.join("\n")}
## Reference

- [API reference](${publicUrl}/docs/api): every operation, each with a page of its own
- [OpenAPI document](${publicUrl}/api/v1/openapi.json): every operation with its schemas and errors
- [Errors](${publicUrl}/docs/errors): what each error code means, and how to fix it
- [Settings](${publicUrl}/docs/settings): flags and environment variables of the server
- [Carrier protocol](${publicUrl}/docs/carrier-protocol): OpenAPI document of what a carrier's server answers

## Optional

- [All guides in one file](${publicUrl}/llms-full.txt)
`;
}
