import { Elysia } from "elysia";
import { countDownload } from "../../access/limits/downloads.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { originOf } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { type OpenMap, openStreets, readBytes } from "../../infra/streets/map-file.ts";
import { readRange } from "./byte-range.ts";
import { streetsPath } from "./streets.ts";

/** The largest tile that a map file may have. */
const answerBytesMax = 4_194_304;
const cacheSeconds = 3_600;

/** The map file, for everybody who sees a map: without a session, in pieces. */
export const streetsRoutes = (deps: Deps) =>
  new Elysia().get(
    streetsPath,
    async ({ request }) => {
      const map = await openStreets(deps);
      if (map === undefined) throw new AppError("path_not_found");
      try {
        return await answer(deps, request, map);
      } finally {
        await map.handle.close();
      }
    },
    {
      detail: operation(
        { kind: "public" },
        {
          operationId: "getStreets",
          tags: ["Reference"],
          summary: "A piece of the map file",
          problems: ["range_not_satisfiable", "rate_limited"],
          page: true,
        },
      ),
    },
  );

/** @throws AppError `range_not_satisfiable`, `rate_limited` */
async function answer(deps: Deps, request: Request, map: OpenMap): Promise<Response> {
  const { bytes: size, etag, handle } = map;
  const headers = {
    "content-type": "application/vnd.pmtiles",
    "cache-control": `public, max-age=${cacheSeconds}`,
    "accept-ranges": "bytes",
    vary: "Accept-Encoding",
    etag,
  };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
  const asked = isRangeMeant(request, etag) ? readRange(request.headers.get("range"), size) : undefined;
  // Bun sends the length of a file without its content.
  if (request.method === "HEAD" && asked === undefined) return new Response(Bun.file(map.path), { headers });
  const { first, last } =
    asked === undefined ? { first: 0, last: size - 1 } : asked === "beyond" ? refuse(size) : asked;
  const length = last - first + 1;
  if (length > answerBytesMax) refuse(size);
  countDownload(deps, originOf(request), length, deps.clock.now());
  const body = await readBytes(handle, first, length);
  // The file became shorter while it was read.
  if (body.length < length) throw new AppError("path_not_found");
  return new Response(body as Uint8Array<ArrayBuffer>, {
    status: asked === undefined ? 200 : 206,
    headers:
      asked === undefined ? headers : { ...headers, "content-range": `bytes ${first}-${last}/${size}` },
  });
}

function refuse(size: number): never {
  throw new AppError("range_not_satisfiable", {
    detail: `Request one range of at most ${answerBytesMax} bytes.`,
    headers: { "content-range": `bytes */${size}` },
  });
}

/** RFC 9110 §13.1.2. */
function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get("if-none-match");
  return known === "*" || (known ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** RFC 9110 §13.1.5: a range of other content than the sender knows is of no use to it. */
function isRangeMeant(request: Request, etag: string): boolean {
  const condition = request.headers.get("if-range");
  return condition === null || condition.trim() === etag;
}
