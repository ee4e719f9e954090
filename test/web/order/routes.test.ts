import { expect, test } from "bun:test";
import { startServer } from "../../support/harness.ts";

const server = await startServer();

test("the page is the same for every link, opens nothing elsewhere, and is neither framed nor indexed", async () => {
  const answer = await fetch(`${server.url}/order`);
  expect(answer.status).toBe(200);
  const policy = answer.headers.get("content-security-policy") ?? "";
  for (const rule of [
    "default-src 'none'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
    expect(policy).toContain(rule);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  const text = await answer.text();
  expect(text).toContain('<meta name="robots" content="noindex">');
  // Its own script and style, each with a hash in its name.
  const files = [...text.matchAll(/(?:src|href)="(\/dashboard\/assets\/[^"]+)"/g)].map(
    ([, file]) => file ?? "",
  );
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const file of files) {
    const { status, headers } = await fetch(server.url + file, { headers: { "accept-encoding": "br" } });
    expect([file, status, headers.get("cache-control")]).toEqual([
      file,
      200,
      "public, max-age=31536000, immutable",
    ]);
  }
});
