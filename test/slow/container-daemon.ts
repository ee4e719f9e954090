import { tmpdir } from "node:os";
import { version } from "../../package.json";
import { config } from "../../tools/packages/image.ts";
import { freePort } from "../support/free-port.ts";
import { executable } from "./executable.ts";

/** What `POST /containers/create` takes, as far as it is read here. */
interface Asked {
  Image: string;
  Cmd?: string[];
  Env?: string[];
  Labels?: Record<string, string>;
  ExposedPorts?: Record<string, object>;
}

interface Container {
  asked: Asked;
  port: number;
  child?: Bun.Subprocess<"ignore", "pipe", "inherit">;
  log: string;
  hasEnded: boolean;
  /** Wakes those who follow the log. */
  more: PromiseWithResolvers<void>;
}

export interface ContainerDaemon {
  /** For `DOCKER_HOST`. */
  url: string;
  /** The containers that still exist. */
  running(): number;
  /** What was asked of each container, also of those that are gone. */
  asked: Asked[];
  stop(): Promise<void>;
}

/**
 * A daemon with Docker's API and a single image, Waybill's. Its containers are the executable with the image's variables,
 * on a port of this machine instead of the one that the image exposes.
 */
export function startContainerDaemon(): ContainerDaemon {
  const containers = new Map<string, Container>();
  const asked: Asked[] = [];

  const remove = async (id: string) => {
    const { child } = containers.get(id) ?? {};
    containers.delete(id);
    child?.kill("SIGTERM");
    await child?.exited;
  };

  const routes: [RegExp, (found: string[], request: Request) => Response | Promise<Response>][] = [
    [
      /^GET \/_ping$/,
      () => new Response("OK", { headers: { "Api-Version": "1.44", "Content-Type": "text/plain" } }),
    ],
    [
      /^GET \/version$/,
      () => Response.json({ Version: "27.0.0", ApiVersion: "1.44", MinAPIVersion: "1.24" }),
    ],
    [/^GET \/info$/, () => Response.json(info)],
    [/^GET \/images\/(.+)\/json$/, ([name = ""]) => (isImage(name) ? Response.json(image) : missing(name))],
    [
      /^POST \/images\/create$/,
      (_, request) => {
        const asked = new URL(request.url).searchParams;
        return missing(`${asked.get("fromImage")}:${asked.get("tag")}`);
      },
    ],
    [
      /^POST \/containers\/create$/,
      async (_, request) => {
        const body = (await request.json()) as Asked;
        if (!isImage(body.Image)) return missing(body.Image);
        const id = crypto.randomUUID().replaceAll("-", "").repeat(2);
        asked.push(body);
        containers.set(id, {
          asked: body,
          port: freePort(),
          log: "",
          hasEnded: false,
          more: Promise.withResolvers(),
        });
        return Response.json({ Id: id, Warnings: [] }, { status: 201 });
      },
    ],
    [
      /^POST \/containers\/(\w+)\/start$/,
      ([id = ""]) => {
        const container = containers.get(id);
        if (container) run(container);
        return container ? new Response(null, { status: 204 }) : missing(id);
      },
    ],
    [
      /^GET \/containers\/(\w+)\/json$/,
      ([id = ""]) => {
        const container = containers.get(id);
        return container ? Response.json(inspect(id, container)) : missing(id);
      },
    ],
    [
      /^GET \/containers\/(\w+)\/logs$/,
      ([id = ""], request) => {
        const container = containers.get(id);
        if (!container) return missing(id);
        const follows = ["1", "true"].includes(new URL(request.url).searchParams.get("follow") ?? "");
        return new Response(follows ? streamOf(follow(container, request.signal)) : frameOf(container.log));
      },
    ],
    [
      /^(?:POST \/containers\/(\w+)\/(?:stop|kill)|DELETE \/containers\/(\w+))$/,
      async ([stopped, removed]) => {
        await remove(stopped ?? removed ?? "");
        return new Response(null, { status: 204 });
      },
    ],
    [/^GET \/(containers|images|networks)\/json$/, () => Response.json([])],
  ];

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch(request) {
      const path = decodeURIComponent(new URL(request.url).pathname.replace(/^\/v1\.\d+/, ""));
      for (const [pattern, answer] of routes) {
        const found = pattern.exec(`${request.method} ${path}`);
        if (found) return answer(found.slice(1), request);
      }
      return missing(`${request.method} ${path}`);
    },
  });
  return {
    url: `tcp://127.0.0.1:${server.port}`,
    running: () => containers.size,
    asked,
    async stop() {
      await Promise.all([...containers.keys()].map(remove));
      await server.stop(true);
    },
  };
}

const isImage = (name: string) => name.replace(/^docker\.io\/(library\/)?/, "") === `waybill:${version}`;
const missing = (name: string) => Response.json({ message: `No such object: ${name}` }, { status: 404 });
const image = {
  Id: "sha256:1",
  RepoTags: [`waybill:${version}`],
  Config: config,
  Os: "linux",
  Architecture: "amd64",
};
const info = {
  ID: "1",
  OperatingSystem: "Debian",
  OSType: "linux",
  Architecture: "x86_64",
  ServerVersion: "27.0.0",
  MemTotal: 2e9,
  NCPU: 2,
};

function inspect(id: string, { asked, port, child }: Container) {
  const ports = Object.keys(asked.ExposedPorts ?? {}).filter((exposed) => exposed in config.ExposedPorts);
  const isRunning = child !== undefined && child.exitCode === null;
  return {
    Id: id,
    Name: `/${id.slice(0, 12)}`,
    Created: new Date().toISOString(),
    Image: image.Id,
    State: {
      Status: isRunning ? "running" : "exited",
      Running: isRunning,
      ExitCode: child?.exitCode ?? 0,
      StartedAt: new Date().toISOString(),
    },
    Config: { ...config, ...asked, Hostname: id.slice(0, 12), Labels: asked.Labels ?? {} },
    HostConfig: { NetworkMode: "bridge", PortBindings: {} },
    NetworkSettings: {
      Ports: Object.fromEntries(
        ports.map((exposed) => [exposed, [{ HostIp: "127.0.0.1", HostPort: String(port) }]]),
      ),
      Networks: { bridge: { NetworkID: "1", IPAddress: "127.0.0.1" } },
    },
    Mounts: [],
  };
}

function run(container: Container): void {
  const { asked, port } = container;
  const env = Object.fromEntries(
    [...config.Env, ...(asked.Env ?? [])].map((variable) => variable.split(/=(.*)/s)),
  );
  const child = Bun.spawn([executable, ...(asked.Cmd ?? config.Cmd)], {
    env: { ...env, WAYBILL_PORT: String(port), TMPDIR: tmpdir() },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  container.child = child;
  (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      container.log += text;
      container.more.resolve();
      container.more = Promise.withResolvers();
    }
    container.hasEnded = true;
    container.more.resolve();
  })();
}

/** Docker's frames: the stream's number, three zeros, and the length in four bytes stand before each piece. */
function frameOf(text: string): Uint8Array<ArrayBuffer> {
  const piece = Buffer.from(text);
  const frame = new Uint8Array(8 + piece.length);
  frame[0] = 1;
  new DataView(frame.buffer).setUint32(4, piece.length);
  frame.set(piece, 8);
  return frame;
}

async function* follow(container: Container, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let sent = 0;
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  while (!signal.aborted) {
    const more = container.more.promise;
    const piece = container.log.slice(sent);
    sent = container.log.length;
    if (piece.length > 0) {
      yield frameOf(piece);
    } else if (container.hasEnded) return;
    await Promise.race([more, aborted]);
  }
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
