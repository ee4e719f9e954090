import type { FieldError } from "@/infra/errors.ts";
import { placeAddress } from "@/infra/geography/address-point.ts";
import {
  type Coordinates,
  distanceMeters,
  isLatitude,
  isLongitude,
  pointOf,
} from "@/infra/geography/coordinates.ts";
import { decodePolyline } from "@/infra/geography/polyline.ts";
import { errorsOf, fits } from "@/infra/http/validation.ts";
import { LineInput, PolylineInput, routePointsMax } from "./route-schema.ts";

/** The route of a simulated driver, checked whole before anything is created. */

type AddressInput = Parameters<typeof placeAddress>[0] & {
  latitude?: number | null;
  longitude?: number | null;
};

interface Draft {
  simulation?: { route?: unknown } | null;
  pickup: { address: AddressInput };
  delivery: { address: AddressInput };
}

const pointer = "#/simulation/route";
const metersPerKm = 1000;
/** Halfway around the earth. */
const lengthMetersMax = 20_000 * metersPerKm;
/** An address without coordinates has a point somewhere in its town. */
const nearMetersMax = 50 * metersPerKm;
const errorsMax = 50;

/** What is wrong with the route of a shipment, by itself and for its addresses. */
export function routeErrors({ simulation, pickup, delivery }: Draft): FieldError[] {
  if (simulation?.route === undefined) return [];
  const { points, errors } = readRoute(simulation.route);
  const [first] = points;
  const last = points.at(-1);
  if (errors.length > 0 || !first || !last) return errors;
  const meters = points.slice(1).reduce((sum, to, place) => sum + distanceMeters(points[place] ?? to, to), 0);
  if (meters > lengthMetersMax)
    return [fault("too_long", `must be at most ${lengthMetersMax / metersPerKm} km long`)];
  return [
    ...farErrors(first, pickup.address, "start within 50 km of the pickup"),
    ...farErrors(last, delivery.address, "end within 50 km of the delivery"),
  ];
}

/** The points of a route, and what is wrong with it by itself. */
export function readRoute(route: unknown): { points: Coordinates[]; errors: FieldError[] } {
  const { points, errors } = typeof route === "string" ? readPolyline(route) : readLine(route);
  if (errors.length > 0) return { points: [], errors: errors.slice(0, errorsMax) };
  const isStill = points.every((point) => distanceMeters(point, points[0] ?? point) === 0);
  return { points, errors: isStill ? [fault("min_items", "must have two different points")] : [] };
}

function readLine(route: unknown): { points: Coordinates[]; errors: FieldError[] } {
  if ((route as { type?: unknown } | null)?.type === "Feature") {
    const detail = "must be LineString. Send the geometry of the Feature.";
    return { points: [], errors: [{ pointer: below("#/type"), code: "type", detail }] };
  }
  if (!fits(LineInput, route)) {
    const errors = errorsOf(LineInput, route, "pointer");
    return { points: [], errors: errors.map((error) => ({ ...error, pointer: below(error.pointer) })) };
  }
  const points = route.coordinates.map(([longitude = 0, latitude = 0]) => ({ latitude, longitude }));
  const errors = points.flatMap(({ latitude, longitude }, place) => [
    ...(isLongitude(longitude) ? [] : [offEarth(`${place}/0`, "a longitude from -180 to 180")]),
    ...(isLatitude(latitude) ? [] : [offEarth(`${place}/1`, "a latitude from -90 to 90")]),
  ]);
  return { points, errors };
}

function offEarth(place: string, wanted: string): FieldError {
  const detail = `must be ${wanted}: GeoJSON has the longitude first`;
  return { pointer: `${pointer}/coordinates/${place}`, code: "out_of_range", detail };
}

function readPolyline(text: string): { points: Coordinates[]; errors: FieldError[] } {
  if (!fits(PolylineInput, text)) {
    const errors = errorsOf(PolylineInput, text, "pointer");
    return { points: [], errors: errors.map((error) => ({ ...error, pointer })) };
  }
  const points = decodePolyline(text);
  if (!points)
    return { points: [], errors: [fault("format", "must be an encoded polyline with precision 5")] };
  const isLong = points.length > routePointsMax;
  return {
    points,
    errors: isLong ? [fault("max_items", `must have at most ${routePointsMax} points`)] : [],
  };
}

function farErrors(point: Coordinates, address: AddressInput, wanted: string): FieldError[] {
  const { latitude = null, longitude = null } = address;
  const place = pointOf({ latitude, longitude }) ?? placeAddress(address);
  const meters = place ? distanceMeters(point, place) : 0;
  if (!place || meters <= nearMetersMax) return [];
  const turned = { latitude: point.longitude, longitude: point.latitude };
  const isTurned = isLatitude(turned.latitude) && distanceMeters(turned, place) <= nearMetersMax;
  const hint = isTurned ? ". Swap latitude and longitude: GeoJSON has the longitude first" : "";
  return [fault("too_far", `must ${wanted}, not ${Math.round(meters / metersPerKm)} km away${hint}`)];
}

function below(found: string | undefined): string {
  return `${pointer}${found?.slice(1) ?? ""}`;
}

function fault(code: string, detail: string): FieldError {
  return { pointer, code, detail };
}
