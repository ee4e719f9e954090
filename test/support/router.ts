import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An OSRM server that a test plays: every leg is as long as it says. */
export interface PlayedRouter {
  url: string;
  /** The paths that were asked, with their query. */
  asked: string[];
  /** How it answers from now on. */
  play: "well" | "no_road" | "broken" | "html" | "silent";
  /** It answers when this resolves. */
  held: Promise<void> | undefined;
  /** Of each leg. */
  meters: number;
  seconds: number;
  stop(): Promise<void>;
}

export async function startRouter(): Promise<PlayedRouter> {
  const server = createServer(async (request, response) => {
    router.asked.push(request.url ?? "");
    await router.held;
    answer(router, request.url ?? "", response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const router: PlayedRouter = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/osrm`,
    asked: [],
    play: "well",
    held: undefined,
    meters: 5000,
    seconds: 100,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return router;
}

function answer({ play, meters, seconds }: PlayedRouter, path: string, response: ServerResponse): void {
  const say = (status: number, body: unknown) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const points = path.split("?")[0]?.split("/").at(-1)?.split(";").length ?? 0;
  switch (play) {
    case "silent":
      return;
    case "broken":
      return say(500, { message: "boom" });
    case "html":
      return void response.writeHead(200).end("<html>Maintenance</html>");
    case "no_road":
      return say(400, { code: "NoRoute", message: "Impossible route between points" });
    case "well": {
      if (path.includes("/table/")) {
        const matrix = (value: number) =>
          Array.from({ length: points }, (_, row) =>
            Array.from({ length: points }, (_, column) => (row === column ? 0 : value)),
          );
        return say(200, { code: "Ok", distances: matrix(meters), durations: matrix(seconds) });
      }
      const legs = Array.from({ length: points - 1 }, () => ({ distance: meters, duration: seconds }));
      return say(200, { code: "Ok", routes: [{ legs, distance: meters, duration: seconds }], waypoints: [] });
    }
  }
}
