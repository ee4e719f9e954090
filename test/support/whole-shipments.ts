import { type Given, itemsFor, leftOut } from "./filling.ts";

/** What a whole body of a shipment needs to be valid: the schema leaves these to other rules. */

export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Stops in Berlin, in two windows of some hours, from `hour` hours on. */
export const stopsFrom = (hour: number): Given => [
  // Nothing that a requirement contradicts.
  [/\/if_undeliverable$/, "discard"],
  [/\/currency$/, "EUR"],
  [/\/country$/, "DE"],
  [/\/geocode_source$/, "client"],
  [/pickup\/address\/latitude$/, 52.52 + hour / 10_000],
  [/pickup\/address\/longitude$/, 13.4],
  [/delivery\/address\/latitude$/, 52.5 + hour / 10_000],
  [/delivery\/address\/longitude$/, 13.42],
  [/pickup\/window\/start$/, inHours(hour)],
  [/pickup\/window\/end$/, inHours(hour + 5)],
  [/delivery\/window\/start$/, inHours(hour + 1)],
  [/delivery\/window\/end$/, inHours(hour + 6)],
];

/** Nobody has to be there in person, so that the recipient may ask for another place. */
export const unattended: Given = [
  [/\/requirements\/(signature|pin)$/, false],
  [/\/requirements\/min_age$/, null],
  [/\/if_undeliverable$/, "return"],
];

/** Texts that change after the booking. */
export const contactsOnly: Given = [
  [/\/(address|window|requirements|if_undeliverable)$/, leftOut],
  [/^\/parcels$/, leftOut],
];

const ride = {
  type: "LineString",
  coordinates: [
    [13.4, 52.52],
    [13.42, 52.5],
  ],
};

/** Each with some of what excludes each other. */
export const simulations: Record<"named" | "scripted" | "agreeing", Given> = {
  named: [
    [/\/simulation\/script$/, leftOut],
    [/\/simulation\/outcome$/, "delivered"],
    [/\/simulation\/route$/, ride],
    [/\/gps_faults\/0\/fault$/, "drift"],
    [/\/gps_faults\/0\/seconds$/, leftOut],
    [/\/gps_faults\/0\/from_seconds$/, 20],
    [/\/gps_faults\/0\/to_seconds$/, 40],
  ],
  scripted: [
    [/\/simulation\/outcome$/, leftOut],
    [/\/simulation\/route$/, leftOut],
    [/\/gps_faults$/, leftOut],
    [/\/simulation\/speed$/, "manual"],
    [
      /\/script\/quotes$/,
      itemsFor(
        [
          [/\/carrier$/, "swift_bike"],
          [/\/answer$/, "offer"],
          [/\/(code|message)$/, leftOut],
          [/\/after_seconds$/, 0],
          [/\/expires_in_seconds$/, 3_600],
        ],
        [
          [/\/carrier$/, "city_van"],
          [/\/answer$/, "unavailable"],
          [/\/(price|expires_in_seconds)$/, leftOut],
          [/\/after_seconds$/, 0],
        ],
      ),
    ],
    [/\/script\/cancellation\/answer$/, "refuse"],
    [/\/script\/cancellation\/fee$/, leftOut],
    [/\/(steps|attempts\/0)\/\d+\/at$/, leftOut],
    [/\/(steps|attempts\/0)\/\d+\/times$/, 1],
    [/\/(steps|attempts\/0)\/\d+\/from$/, 0],
    [/\/(steps|attempts\/0)\/\d+\/to$/, 1],
    [/\/proof\/pin$/, "correct"],
  ],
  agreeing: [
    [/\/simulation\/outcome$/, leftOut],
    [/\/simulation\/route$/, leftOut],
    [/\/simulation\/speed$/, 1],
    [/\/gps_faults\/0\/fault$/, "clock_ahead"],
    [/\/gps_faults\/0\/meters$/, leftOut],
    [/\/gps_faults\/0\/from_seconds$/, 0],
    [/\/gps_faults\/0\/to_seconds$/, 1_000],
    [/\/script\/(quotes|driver|steps|attempts)$/, leftOut],
    [/\/script\/cancellation\/answer$/, "accept"],
    [/\/script\/cancellation\/(reason_code|message)$/, leftOut],
  ],
};

/** Accepts the best offer of all: a driver or an agreed price would stand instead. */
export const byStrategy: Given = [
  [/^\/accept\/(price|service|carrier_id|driver_id|carriers|services)$/, leftOut],
];

/** Names these, and a carrier and a service that are none. */
export const askedOf = (carrier: string, service: string): Given => [
  [/^\/carriers$/, itemsFor([[/\/0$/, carrier]], [])],
  [/^\/services$/, itemsFor([[/\/0$/, service]], [])],
];

/** A standing order in Berlin that makes no shipment, because it is paused. */
export const pausedPlan: Given = [
  ...stopsFrom(24),
  [/\/shipment\/(pickup|delivery)\/window$/, leftOut],
  [/^\/days$/, ["mon", "fri"]],
  [/^\/(pickup|delivery)_window\/from$/, "09:00"],
  [/^\/(pickup|delivery)_window\/to$/, "11:30"],
  [/^\/time_zone$/, "Europe/Berlin"],
  [/^\/starts_on$/, inHours(240).slice(0, 10)],
  [/^\/ends_on$/, inHours(2400).slice(0, 10)],
  [/^\/skip_dates$/, [inHours(480).slice(0, 10)]],
  [/^\/paused$/, true],
];

/** What it is made of asks all carriers, and accepts no offer. */
export const standing: Given = [[/\/(simulation|accept|carriers|services)$/, leftOut], ...pausedPlan];

/** Another one, in every member. */
export const otherStanding: Given = [
  [/^\/paused$/, false],
  [/\/country$/, "AT"],
  [/\/if_undeliverable$/, "return"],
  [/^\/days$/, ["tue"]],
  [/^\/(pickup|delivery)_window\/from$/, "10:00"],
  [/^\/(pickup|delivery)_window\/to$/, "12:30"],
  [/^\/time_zone$/, "Europe/Vienna"],
  [/^\/starts_on$/, inHours(264).slice(0, 10)],
  [/^\/ends_on$/, inHours(2424).slice(0, 10)],
  [/^\/skip_dates$/, [inHours(504).slice(0, 10)]],
  ...stopsFrom(25),
  ...standing,
];
