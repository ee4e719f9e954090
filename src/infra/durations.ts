/** Durations in milliseconds. A UTC day always has the same length. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const hoursPerDay = 24;
export const dayMs = hoursPerDay * hourMs;
