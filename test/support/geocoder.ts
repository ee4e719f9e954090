import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A house that a played geocoder knows. */
export interface KnownHouse {
  street: string;
  number: string;
  postalCode: string;
  city: string;
  /** ISO code, upper case. */
  country: string;
  latitude: number;
  longitude: number;
}

/** A geocoder that a test plays, in both dialects. It finds a house whose street and number are in the question. */
export interface PlayedGeocoder {
  url: string;
  /** What was asked: the texts of the questions, in their order. */
  asked: string[];
  /** The paths with their query. */
  paths: string[];
  headers: NodeJS.Dict<string | string[]>[];
  houses: KnownHouse[];
  /** How it answers from now on. */
  play:
    | "well"
    | "html"
    | "broken_json"
    | "error"
    | "too_many"
    | "redirect"
    | "silent"
    | "huge"
    | "million"
    | "other";
  /** With `other`: the body of its answers. */
  body: unknown;
  /** It answers when this resolves. */
  held: Promise<void> | undefined;
  /** How many questions are open, and how many were at most. */
  open: number;
  openMax: number;
  stop(): Promise<void>;
}

export const torstrasse: KnownHouse = {
  street: "Torstraße",
  number: "1",
  postalCode: "10119",
  city: "Berlin",
  country: "DE",
  latitude: 52.5291,
  longitude: 13.4014,
};
export const oranienstrasse: KnownHouse = {
  street: "Oranienstraße",
  number: "25",
  postalCode: "10999",
  city: "Berlin",
  country: "DE",
  latitude: 52.5003,
  longitude: 13.4247,
};

export async function startGeocoder(): Promise<PlayedGeocoder> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://geocoder");
    const q = url.searchParams.get("q") ?? "";
    geocoder.asked.push(q);
    geocoder.paths.push(request.url ?? "");
    geocoder.headers.push(request.headers);
    geocoder.open += 1;
    geocoder.openMax = Math.max(geocoder.openMax, geocoder.open);
    response.on("close", () => {
      geocoder.open -= 1;
    });
    await geocoder.held;
    answer(geocoder, url.pathname, q, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const geocoder: PlayedGeocoder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/maps`,
    asked: [],
    paths: [],
    headers: [],
    houses: [torstrasse, oranienstrasse],
    play: "well",
    body: [],
    held: undefined,
    open: 0,
    openMax: 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return geocoder;
}

function answer(
  { play, body, houses }: PlayedGeocoder,
  path: string,
  q: string,
  response: ServerResponse,
): void {
  const say = (status: number, given: unknown, headers = {}) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(given));
  const found = houses.filter(({ street, number }) => q.includes(`${street} ${number}`));
  switch (play) {
    case "silent":
      return;
    case "error":
      return say(500, { message: "boom" });
    case "too_many":
      return say(429, {}, { "retry-after": "120" });
    case "redirect":
      return say(302, {}, { location: "http://127.0.0.1:1/search" });
    case "html":
      return void response.writeHead(200).end("<html>Maintenance</html>");
    case "broken_json":
      return void response.writeHead(200).end('[{"lat": "52.5"');
    case "huge":
      return void response.writeHead(200).end(`[${"1,".repeat(1_000_000)}1]`);
    case "million":
      return void response.writeHead(200).end(`[${"{},".repeat(300_000)}{}]`);
    case "other":
      return say(200, body);
    case "well":
      return say(
        200,
        path.endsWith("/api")
          ? { type: "FeatureCollection", features: found.map(photonFeature) }
          : found.map(nominatimEntry),
      );
  }
}

export function nominatimEntry(house: KnownHouse): Record<string, unknown> {
  const { street, number, postalCode, city, country, latitude, longitude } = house;
  return {
    lat: String(latitude),
    lon: String(longitude),
    // As Nominatim writes it.
    "licen\u0063e": "Data © OpenStreetMap contributors, ODbL 1.0.",
    category: "place",
    type: "house",
    addresstype: "place",
    place_rank: 30,
    display_name: `${number}, ${street}, ${city}, ${postalCode}`,
    boundingbox: [latitude - 0.0001, latitude + 0.0001, longitude - 0.0001, longitude + 0.0001].map(String),
    address: {
      house_number: number,
      road: street,
      city,
      postcode: postalCode,
      country_code: country.toLowerCase(),
    },
  };
}

export function photonFeature(house: KnownHouse): Record<string, unknown> {
  const { street, number, postalCode, city, country, latitude, longitude } = house;
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: {
      type: "house",
      housenumber: number,
      street,
      postcode: postalCode,
      city,
      countrycode: country,
    },
  };
}
