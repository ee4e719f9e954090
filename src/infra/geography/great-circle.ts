import { type Coordinates, isLatitude } from "./coordinates.ts";

type Vector = readonly [x: number, y: number, z: number];

/** Two points closer than this (0.1 mm on the ground), or this close to opposite, define no direction. */
const angleMinRadians = 1e-11;
const degreesPerRadian = 180 / Math.PI;

/** Coordinates along the great circle through two points, without special cases at the poles or the antimeridian. */
export interface GreatCircle {
  /** The angle between the two points. */
  lengthRadians: number;
  /** The point at this angle along the circle from the first point, and at this angle to its left. */
  at(alongRadians: number, leftRadians: number): Coordinates;
}

/** The great circle from one point toward another; an arbitrary one if the points are equal or opposite. */
export function greatCircle(from: Coordinates, to: Coordinates): GreatCircle {
  const start = toVector(from);
  const end = toVector(to);
  const normal = cross(start, end);
  const lengthRadians = Math.atan2(size(normal), dot(start, end));
  const left = size(normal) < angleMinRadians ? anyPerpendicular(start) : scale(normal, 1 / size(normal));
  const forward = cross(left, start);
  return {
    lengthRadians,
    at(alongRadians, leftRadians) {
      const onCircle = add(scale(start, Math.cos(alongRadians)), scale(forward, Math.sin(alongRadians)));
      return toCoordinates(add(scale(onCircle, Math.cos(leftRadians)), scale(left, Math.sin(leftRadians))));
    },
  };
}

function toVector({ latitude, longitude }: Coordinates): Vector {
  const phi = latitude / degreesPerRadian;
  const lambda = longitude / degreesPerRadian;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

function toCoordinates([x, y, z]: Vector): Coordinates {
  const latitude = Math.atan2(z, Math.hypot(x, y)) * degreesPerRadian;
  return {
    latitude: isLatitude(latitude) ? latitude : Math.sign(latitude) * 90,
    longitude: Math.atan2(y, x) * degreesPerRadian,
  };
}

function anyPerpendicular(vector: Vector): Vector {
  const [x, y, z] = vector;
  const across: Vector = Math.abs(z) > 0.5 ? [0, z, -y] : [y, -x, 0];
  return scale(across, 1 / size(across));
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function scale(vector: Vector, factor: number): Vector {
  return [vector[0] * factor, vector[1] * factor, vector[2] * factor];
}

function size(vector: Vector): number {
  return Math.hypot(...vector);
}
