import { Elysia } from "elysia";
import { countDownload } from "../../access/limits/attempts.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { originOf } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { tileBytesMax } from "../../infra/streets/archive.ts";
import { type FoundMap, findStreets, streamStreets } from "../../infra/streets/map-file.ts";
import { readRange } from "./byte-range.ts";
import { streetsPath } from "./streets.ts";

const cacheSeconds = 3_600;

/** The map file, for everybody who sees a map: without a session, in pieces. */
export const streetsRoutes = (deps: Deps) =>
  new Elysia().get(
    streetsPath,
    async ({ request }) => {
      const map = await findStreets(deps);
      if (map === null || "fault" in map.result) throw new AppError("path_not_found");
      return answer(deps, request, map);
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
function answer(deps: Deps, request: Request, { path, bytes: size, etag }: FoundMap): Response {
  const headers = {
    "content-type": "application/vnd.pmtiles",
    "cache-control": `public, max-age=${cacheSeconds}`,
    "accept-ranges": "bytes",
    vary: "Accept-Encoding",
    etag,
  };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
  // Bun sends the length of a file without its content.
  if (request.method === "HEAD") return new Response(Bun.file(path), { headers });
  const asked = isRangeMeant(request, etag) ? readRange(request.headers.get("range"), size) : undefined;
  const { first, last } =
    asked === undefined ? { first: 0, last: size - 1 } : asked === "beyond" ? refuse(size) : asked;
  const length = last - first + 1;
  if (length > tileBytesMax) refuse(size);
  countDownload(deps, originOf(request), length, deps.realClock.now());
  return new Response(streamStreets(deps, etag, { first, last }), {
    status: asked === undefined ? 200 : 206,
    headers:
      asked === undefined ? headers : { ...headers, "content-range": `bytes ${first}-${last}/${size}` },
  });
}

function refuse(size: number): never {
  throw new AppError("range_not_satisfiable", {
    detail: `Request one range of at most ${tileBytesMax} bytes.`,
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
