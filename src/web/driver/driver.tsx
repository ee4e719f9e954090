/** @jsxImportSource preact */
import { render } from "preact";
import { forgetPractice } from "./disk.ts";
import { openDay } from "./model.ts";
import { followPhone } from "./phone.ts";
import { isPractice, leavePractice, offerPractice } from "./practice.ts";
import { registerWorker } from "./updates.ts";
import { App } from "./views/app.tsx";
import { Connect } from "./views/connect.tsx";

/** The program of the driver's page: `/d` connects a phone, `/driver` is the day, and `?practice` a played one. */

const loadPractice = () => import("./practice/practice.tsx");
offerPractice(loadPractice);

const root = document.getElementById("driver");
if (!isPractice()) forgetPractice();
if (root && location.pathname === "/d") render(<Connect />, root);
else if (root && isPractice()) {
  loadPractice().then(({ beginPractice }) => beginPractice(root), leavePractice);
} else if (root) {
  render(<App />, root);
  void openDay();
  followPhone();
  registerWorker();
}
