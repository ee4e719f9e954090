import { transpileForBrowser } from "./browser-script.macro.ts" with { type: "macro" };
import type { Page } from "./layout.ts";

/** The page that the set-up link opens: one form, or how to get a link. */

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 24rem; margin: 12vh auto 0; padding: 0 1.25rem; }
  h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; }
  label { display: block; margin-top: 1rem; font-weight: 600; }
  input, button { box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .6rem .7rem; font: inherit;
                  border: 1px solid light-dark(#6b7686, #7c889a); border-radius: .4rem; }
  input[aria-invalid=true] { border-color: light-dark(#a32a1c, #ff9d8f); }
  button { margin-top: 1.5rem; border: 0; background: #0b5cad; color: #fff; font-weight: 600; cursor: pointer; }
  .fault { display: block; font-weight: 400; }
  .fault, [role=alert] { color: light-dark(#a32a1c, #ff9d8f); }`;

const form = `
<form hidden novalidate>
<h1>Set up Waybill</h1>
<p>Create the operator of this installation. This link works once.</p>
<label>Email address<input name="email" type="email" autocomplete="username" aria-describedby="email"><span class="fault" id="email"></span></label>
<label>Password (12 characters or more)<input name="password" type="password" autocomplete="new-password" aria-describedby="password"><span class="fault" id="password"></span></label>
<label>Account name<input name="account_name" value="Operator" aria-describedby="account_name"><span class="fault" id="account_name"></span></label>
<button>Set up</button>
<p role="alert"></p>
</form>
<section id="no-link" hidden>
<h1>Open the set-up link</h1>
<p id="reason">Until it has an operator, Waybill prints a set-up link whenever it starts.</p>
<p>Restart the server to get a new link, valid for 30 minutes. Or run <code>waybill init</code> on the server.</p>
</section>
<noscript><p>This page needs JavaScript. Or run <code>waybill init</code> on the server.</p></noscript>`;

const alreadyDone = `
<h1>Waybill is set up</h1>
<p>This installation already has an operator. If that is you, <a href="/dashboard/sign-in">sign in</a>. If you forgot
your password, run <code>waybill user password</code> on the server.</p>`;

export function setUpPage(isSetUp: boolean): Page {
  const script = transpileForBrowser("set-up-script.ts");
  // Allows only the page's own style and script, and requests to this server.
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const main = isSetUp ? alreadyDone : form;
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Set up Waybill</title><style>${style}</style></head>
<body><main>${main}
</main><script type="module">${script}</script></body></html>`;
  return { text, policy };
}

/** The source expression of inline text, CSP 3 §6.7.3. */
function hashOf(text: string): string {
  return `sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}`;
}
