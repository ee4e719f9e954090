import { invalidField, invalidParameter } from "../../../infra/errors.ts";
import { isLatitude, isLongitude } from "../../../infra/geography/coordinates.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import type { DriverPosition } from "../positions/driver-position.ts";
import type { TrackerReport } from "./tracker-schema.ts";

/**
 * Positions as other apps send them: OsmAnd and the Traccar Client before version 9 as parameters, of the query or of a
 * form; the Traccar Client from version 9 on as JSON. https://www.traccar.org/osmand/
 */

export type TrackerParameters = Readonly<Record<string, string | undefined>>;

const metersPerSecondOfKnot = 1852 / 3600;
const accuracyMaxMeters = 1_000_000;
const speedMaxMps = 1_000;
/** As milliseconds a smaller number is a time before 1974, so it counts seconds. */
const millisecondsMin = 100_000_000_000;
/** The years 0000 to 9999, as for every time. */
const timeMin = Date.parse("0000-01-01T00:00:00.000Z");
const timeMax = Date.parse("9999-12-31T23:59:59.999Z");
const idLength = 24;
const number = /^-?\d{1,20}(\.\d{1,20})?([eE][+-]?\d{1,2})?$/;
const dateAndTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;

/** @throws AppError `query_invalid` */
export function positionOfParameters(parameters: TrackerParameters, now: number): DriverPosition {
  const [latitude = parameters.lat, longitude = parameters.lon] = parameters.location?.split(",") ?? [];
  const speed = numberOf(parameters, "speed");
  return position({
    latitude: degreesOf("lat", latitude, isLatitude),
    longitude: degreesOf("lon", longitude, isLongitude),
    at: timeOf(parameters.timestamp) ?? now,
    accuracy: numberOf(parameters, "accuracy"),
    heading: numberOf(parameters, "bearing") ?? numberOf(parameters, "heading"),
    speedMps: speed && speed * metersPerSecondOfKnot,
  });
}

/** @throws AppError `validation_failed` */
export function positionOfReport({ location }: TrackerReport): DriverPosition {
  const { latitude, longitude, accuracy, speed, heading } = location.coords;
  const at = momentOf(location.timestamp);
  if (at === undefined) {
    throw invalidField("#/location/timestamp", "format", "must be a time such as 2026-01-31T09:30:00.000Z");
  }
  return position({ latitude, longitude, at, accuracy, heading, speedMps: speed });
}

/** A position as a report. Its id is made of it, so that one that an app sends again counts once. */
function position(sent: {
  latitude: number;
  longitude: number;
  at: number;
  accuracy: number | null | undefined;
  heading: number | null | undefined;
  speedMps: number | null | undefined;
}): DriverPosition {
  const { latitude, longitude, at } = sent;
  const known = (value: number | null | undefined, max: number) =>
    value == null || value < 0 || value > max ? null : value;
  const accuracy = known(sent.accuracy, accuracyMaxMeters);
  const heading = known(sent.heading, 360);
  const there = {
    latitude,
    longitude,
    accuracyMeters: accuracy && Math.round(accuracy),
    headingDegrees: heading && Math.round(heading) % 360,
    speedMps: known(sent.speedMps, speedMaxMps),
    recordedAt: at,
  };
  const reportId = sha256Hex(JSON.stringify(there)).slice(0, idLength);
  return { ...there, reportId, reportedAt: at };
}

function degreesOf(name: string, text: string | undefined, isInRange: (degrees: number) => boolean): number {
  if (text === undefined) throw invalidParameter(name, "required", "is required");
  if (!number.test(text)) throw invalidParameter(name, "type", "must be a number of degrees");
  const degrees = Number(text);
  if (isInRange(degrees)) return degrees;
  throw invalidParameter(name, "range", "must be a place on earth");
}

/** An app fills in what it does not know as it likes; without a number it is as if it had not been sent. */
function numberOf(parameters: TrackerParameters, name: string): number | undefined {
  const text = parameters[name];
  return text !== undefined && number.test(text) ? Number(text) : undefined;
}

/** Seconds or milliseconds since 1970, ISO 8601, or date and time in UTC. Undefined if the app sent none. */
function timeOf(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const at = /^\d{1,16}$/.test(text) ? inMilliseconds(Number(text)) : momentOf(text);
  if (at !== undefined && at >= timeMin && at <= timeMax) return at;
  throw invalidParameter(
    "timestamp",
    "format",
    "must be seconds or milliseconds since 1970, or an ISO 8601 time",
  );
}

function inMilliseconds(count: number): number {
  return count < millisecondsMin ? count * 1000 : count;
}

function momentOf(text: string): number | undefined {
  const [matched, , zone] = dateAndTime.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const at = Date.parse(matched.replace(" ", "T") + (zone === undefined ? "Z" : ""));
  return at >= timeMin && at <= timeMax ? at : undefined;
}
