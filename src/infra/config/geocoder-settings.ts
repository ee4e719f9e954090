import { serverUrl } from "./address-kinds.ts";
import { apiKey, choice, integer, setting } from "./kinds.ts";

/** Settings of the geocoder. */
export const geocoderSettings = {
  geocoderUrl: setting(
    serverUrl,
    null,
    "Geocoder that finds the places of addresses, such as http://127.0.0.1:8088. It may have a private address.",
    "none (no address leaves the machine)",
  ),
  geocoder: setting(
    choice(["nominatim", "photon"]),
    "nominatim",
    "Dialect of the geocoder: /search with format=jsonv2, or /api with GeoJSON.",
  ),
  geocoderKey: setting(apiKey, null, "Key of a hosted geocoder, which its URLs get as key.", "none"),
  geocoderPerSecond: setting(
    integer(1, 1_000),
    null,
    "Maximum questions to the geocoder per second.",
    "5 for a private address, 1 for others",
  ),
  geocoderTyping: setting(
    choice(["on", "off"]),
    null,
    "Whether the dashboard searches while somebody types an address.",
    "on for a private address, off for others",
  ),
  geocoderSandbox: setting(
    choice(["on", "off"]),
    "off",
    "Whether the geocoder is asked for shipments of the sandbox too.",
  ),
} as const;
