import type { PracticeTexts, Words } from "./en.ts";

export const de: PracticeTexts = {
  title: "Übung",
  you: "Du",
  stop: (number: number) => `Halt ${number} von 3`,
  madeUp: "Diese Halte sind erfunden. Nichts, was du tippst, wird gesendet oder behalten.",
  scan: (words: Words) =>
    `Tippe auf „${words.arrived}“, dann auf „${words.pickUp}“. Scanne das Etikett auf deinem gedruckten Blatt, oder tippe die letzten 4 Zeichen der Nummer ein. Tippe dann auf „${words.pickedUp}“.`,
  cellar: (words: Words) =>
    `Der Empfänger ist in einem Keller ohne Netz. Tippe auf „${words.arrived}“, dann auf „${words.handOver}“. Lass jemanden unterschreiben, und tippe auf „${words.deliver}“.`,
  upstairs: () => "Das Telefon behält, was du getippt hast. Sobald es Netz gibt, sendet es alles von selbst.",
  absent: (words: Words) =>
    `Niemand öffnet die Tür. Tippe auf „${words.arrived}“, dann auf „${words.cannotDeliver}“. Wähle „${words.recipient_unavailable}“, und tippe auf „${words.send}“.`,
  over: () => "Das waren alle drei. Ein echter Tag ist nicht anders.",
  goUp: "Wieder nach oben gehen",
  again: "Noch einmal üben",
  end: "Übung beenden",
  staysHere: "In der Übung öffnet sich keine andere App.",
  street: (number: number) => `Übungsstraße ${number}`,
  bakery: "Bäckerei",
  cellarBar: "Weinkeller",
  thirdFloor: "Dritter Stock",
};
