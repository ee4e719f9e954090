import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readGuidesText } from "../../src/web/docs/guides.ts";
import { serve } from "./executable.ts";

const scalarFile = "node_modules/@scalar/api-reference/dist/browser/standalone.js";

test("the executable has the whole reference in itself", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-test-"));
  const serving = await serve(join(cwd, "data"), { cwd });
  try {
    const page = await (await fetch(`${serving.url}/docs/api/try`)).text();
    const paths = [...page.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    const assets = await Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(serving.url + path);
        expect([path, answer.status]).toEqual([path, 200]);
        expect(answer.headers.get("content-encoding")).toBe("gzip");
        return [path, await answer.bytes()] as const;
      }),
    );
    const [, scalar] = assets.find(([path]) => path.includes("/scalar-")) ?? [];
    expect(Buffer.from(scalar ?? []).equals(readFileSync(scalarFile))).toBe(true);
    const [, script] = assets.find(([path]) => path.includes("/api-") && path.endsWith(".js")) ?? [];
    expect(new TextDecoder().decode(script)).toContain("/api/v1/auth/session");

    expect(await (await fetch(`${serving.url}/llms-full.txt`)).text()).toBe(
      await readGuidesText(serving.url),
    );
    const { places } = (await (await fetch(`${serving.url}/docs/search.json`)).json()) as {
      places: unknown[];
    };
    expect(places.length).toBeGreaterThan(300);
  } finally {
    serving.kill("SIGTERM");
    await serving.exited;
    rmSync(cwd, { recursive: true });
  }
});
