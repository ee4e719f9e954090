import type { Page } from "./layout.ts";
import { type PackedText, packedAnswer, packText } from "./packed-text.ts";

/** A page as it is kept. */
export interface PackedPage extends PackedText {
  /** Its content security policy. */
  policy: string;
}

export async function packedPage({ text, policy }: Page): Promise<PackedPage> {
  return { ...(await packText(text)), policy };
}

/** The response for a reader who may have the page already. A page that was written for the request is packed first. */
export async function pageAnswer(
  request: Request,
  page: PackedPage | Page,
  headers: Record<string, string>,
): Promise<Response> {
  return packedAnswer(request, "text" in page ? await packedPage(page) : page, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": page.policy,
    "referrer-policy": "no-referrer",
    vary: "Accept-Encoding",
    ...headers,
  });
}
