import { pathOf } from "../infra/http/target.ts";
import { pageHeaders } from "./page-headers.ts";

/** What a browser shows at an address that has nothing. */

const style = `
body { max-width: 36rem; margin: 20vh auto; padding: 0 24px; font: 1rem/1.5 system-ui, sans-serif; }
a { margin-right: 16px; }
`;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Page not found · Waybill</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Page not found</h1>
<p>There is no page at this address. Check it for typing errors.</p>
<p><a href="/dashboard">Dashboard</a> <a href="/docs">Documentation</a></p>
</main>
</body>
</html>
`;

const styleHash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`;

/** Whether somebody follows a link or types an address, rather than a program calling the API. */
export function wantsPage(request: Request): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const accepted = request.headers.get("accept")?.toLowerCase();
  return isRead && accepted?.includes("text/html") === true && !pathOf(request).startsWith("/api/");
}

export function missingPage(): Response {
  return new Response(page, {
    status: 404,
    headers: {
      ...pageHeaders,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
    },
  });
}
