import type { PageFiles } from "../serving/bundle.ts";
import { assetsPath } from "../serving/page.ts";

/** The HTML of the page of order forms, and its policy. */

/** Nothing comes from elsewhere. The logo is fetched with the form's secret, and shown as `blob:`. */
export const orderPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page at `/order`: the script reads from the address which form to show. */
export function orderPage({ script, style, preloaded }: PageFiles): string {
  const preloads = preloaded.map((name) => `<link rel="modulepreload" href="${assetsPath}/${name}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>Order</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="${assetsPath}/${style}">
${preloads.join("\n")}
<script type="module" src="${assetsPath}/${script}"></script>
</head>
<body>
<div id="order"></div>
<noscript><p>This page needs JavaScript.</p></noscript>
</body>
</html>
`;
}
