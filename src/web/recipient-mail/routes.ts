import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { findStopState, stopMails } from "../../delivery/recipients/mail/stopping.ts";
import type { Deps } from "../../infra/deps.ts";
import { withOrigin } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { acceptedLanguages, chooseLanguage } from "../language/language.ts";
import { loadAssets, waitsForBundle } from "../serving/assets.ts";
import { assetsPath } from "../serving/page.ts";
import { mailLanguage } from "./mail-language.ts";
import { stopPage, unknownStopPage } from "./page.ts";
import { loadMailTexts } from "./texts.ts";

const bodyBytesMax = 16_384;
/** What browsers and mail providers send, RFC 8058 §3.2. The link says it all, so nobody reads the body. */
const formBody = {
  mediaTypes: ["application/x-www-form-urlencoded", "multipart/form-data"],
  bytesMax: bodyBytesMax,
  parse: () => null,
};
const access = { kind: "public" } as const;
/** Webmail sends it from its own pages, RFC 8058 §3.1. The link says who asks; no cookie counts. */
const stopAccess = { ...access, evenForeignPages: true } as const;

/** Where the link in each mail leads: it stops further mails for the delivery. */
export const stopEmailRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/stop-emails/:token" })
    .use(withOrigin)
    .get("", ({ params: { token }, request }) => showState(deps, token, request), {
      detail: operation(access, {
        operationId: "getStopEmailsPage",
        tags: ["Tracking"],
        summary: "Page that stops emails about a delivery",
        page: true,
        ...waitsForBundle,
      }),
    })
    .post(
      "",
      async ({ params: { token }, request, origin: client }) => {
        await stopMails(deps, { token, client });
        return showState(deps, token, request);
      },
      {
        body: Type.Optional(Type.Null()),
        detail: operation(stopAccess, {
          operationId: "stopEmails",
          tags: ["Tracking"],
          summary: "Stop emails about a delivery",
          page: true,
          body: formBody,
          isRepeatable: true,
          ...waitsForBundle,
        }),
      },
    );

/** The page in the language of the mail, or of the browser for an unknown link. */
async function showState(deps: Deps, token: string, request: Request): Promise<Response> {
  const state = findStopState(deps, token);
  const accepted = acceptedLanguages(request.headers.get("accept-language"));
  const language = state ? mailLanguage(state) : chooseLanguage(accepted);
  const { style } = (await loadAssets()).manifest.recipient;
  const page = { language, texts: await loadMailTexts(language), style: `${assetsPath}/${style}` };
  return new Response(state ? stopPage(state, page) : unknownStopPage(page), {
    status: state ? 200 : 404,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      // Without a referrer a browser sends no usable Origin with a form.
      "referrer-policy": "same-origin",
      "cache-control": "private, no-store",
      vary: "Accept-Language",
    },
  });
}

/** The style is the recipient's page's. No page may frame this one. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");
