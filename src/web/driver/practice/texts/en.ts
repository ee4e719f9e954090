import type { Texts } from "../../texts/en.ts";

/** The words on the page's own buttons, which the sentences name. */
export type Words = Pick<
  Texts,
  | "arrived"
  | "pickUp"
  | "pickedUp"
  | "handOver"
  | "deliver"
  | "cannotDeliver"
  | "recipient_unavailable"
  | "send"
>;

/** Practicing, in English. The other languages have the same texts. */
export const en = {
  title: "Practice",
  you: "You",
  stop: (number: number) => `Stop ${number} of 3`,
  madeUp: "These stops are made up. Nothing you tap is sent, and nothing is kept.",
  scan: (words: Words) =>
    `Tap “${words.arrived}”, then “${words.pickUp}”. Scan the label on your printed page, or type the last 4 characters of the number. Then tap “${words.pickedUp}”.`,
  cellar: (words: Words) =>
    `The recipient is in a cellar without network. Tap “${words.arrived}”, then “${words.handOver}”. Let somebody sign, and tap “${words.deliver}”.`,
  upstairs: (_words: Words) =>
    "The phone keeps what you tapped. It sends all of it by itself once there is network.",
  absent: (words: Words) =>
    `Nobody opens the door. Tap “${words.arrived}”, then “${words.cannotDeliver}”. Choose “${words.recipient_unavailable}”, and tap “${words.send}”.`,
  over: (_words: Words) => "That was all three. A real day is no different.",
  goUp: "Go back upstairs",
  again: "Practice again",
  end: "End practice",
  staysHere: "In practice, no other app opens.",
  street: (number: number) => `Practice Street ${number}`,
  bakery: "Bakery",
  cellarBar: "Wine cellar",
  thirdFloor: "Third floor",
};

export type PracticeTexts = typeof en;
