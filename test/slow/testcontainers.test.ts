import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { config } from "../../tools/packages/image.ts";
import { executable } from "./executable.ts";

const root = join(import.meta.dir, "../..");

test("the snippet for Testcontainers starts the image, waits until it is ready, and knows its key", async () => {
  const guide = await Bun.file(join(root, "docs/operating.md")).text();
  const [, snippet = ""] = /```ts\n(const waybill = await new GenericContainer[\s\S]*?)```/.exec(guide) ?? [];
  const played = await playContainers();
  const body = `return (async () => { ${snippet} return { baseUrl, apiKey }; })()`;
  const run = new Function("GenericContainer", "Wait", body);
  try {
    const { baseUrl, apiKey } = await run(played.GenericContainer, { forLogMessage: (line: RegExp) => line });
    const answer = await fetch(`${baseUrl}/api/v1/platform/account`, { headers: { "x-api-key": apiKey } });
    expect(answer.status).toBe(200);
  } finally {
    await played.stop();
  }
});

/**
 * What the snippet uses of Testcontainers, without containers: the image's program runs here with the image's variables,
 * on a free port instead of the one that the image exposes.
 */
async function playContainers() {
  const env = Object.fromEntries(config.Env.map((variable) => variable.split("=")));
  const exposed = Object.keys(config.ExposedPorts).map((port) => port.replace("/tcp", ""))[0];
  const children: Bun.Subprocess<"ignore", "pipe", "inherit">[] = [];

  function createContainer() {
    let command: string[] = [];
    let isReady = /$/;
    const container = {
      withCommand(given: string[]) {
        command = given;
        return container;
      },
      withExposedPorts(port: number) {
        expect(String(port)).toBe(exposed ?? "none");
        return container;
      },
      withWaitStrategy(given: RegExp) {
        isReady = given;
        return container;
      },
      async start() {
        const child = Bun.spawn([executable, ...command], {
          env: { ...env, WAYBILL_PORT: "0", TMPDIR: tmpdir() },
          stdin: "ignore",
          stdout: "pipe",
          stderr: "inherit",
        });
        children.push(child);
        let log = "";
        for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
          log += text;
          if (isReady.test(log)) break;
        }
        const port = Number(new URL(JSON.parse(log).url).port);
        return {
          getHost: () => "127.0.0.1",
          getMappedPort: (inside: number) => (String(inside) === exposed ? port : undefined),
        };
      },
    };
    return container;
  }

  const stop = async () => {
    for (const child of children) child.kill("SIGTERM");
    await Promise.all(children.map((child) => child.exited));
  };
  return { GenericContainer: createContainer, stop };
}
