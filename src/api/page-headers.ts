/** What browsers may do on pages, and who may embed what they load. */

const devices = [
  ...["accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer"],
  ...["microphone", "midi", "payment", "serial", "usb"],
];

/** Refuses every device to the page and its frames; those `allowed` only to the frames. */
export function permissionsPolicy(allowed: readonly string[] = []): string {
  return devices.map((device) => `${device}=(${allowed.includes(device) ? "self" : ""})`).join(", ");
}

/** Of every page and its files; a page that needs a device replaces the policy. */
export const pageHeaders = {
  "permissions-policy": permissionsPolicy(),
  "cross-origin-resource-policy": "same-origin",
};
