/** @jsxImportSource preact */
import "leaflet/dist/leaflet.css";
import "../map/map.css";
import "./driver.css";
import { render } from "preact";
import { openDay } from "./model.ts";
import { followPhone } from "./phone.ts";
import { registerWorker } from "./updates.ts";
import { App } from "./views/app.tsx";
import { Connect } from "./views/connect.tsx";

/** The program of the driver's page: `/d` connects a phone, `/driver` is the day. */

const root = document.getElementById("driver");
if (root && location.pathname === "/d") render(<Connect />, root);
else if (root) {
  render(<App />, root);
  void openDay();
  followPhone();
  registerWorker();
}
