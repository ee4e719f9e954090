import type { DoneStopView, StopsView, StopView } from "../../delivery/fleet/dispatch/stops/schema.ts";
import type { DriverMeView } from "../../delivery/fleet/driver-api/me-schema.ts";

/** What the driver API answers, in the page's words. */

export type DriverNotice = StopsView["notices"][number];
export type DriverMe = DriverMeView;
export type { StopsView };
export type DriverStop = StopView;
/** A stop that is over, as the server tells. */
export type ToldDone = DoneStopView;
export type StopKind = DriverStop["kind"];
export type SuggestedOrder = NonNullable<StopsView["order"]>;
