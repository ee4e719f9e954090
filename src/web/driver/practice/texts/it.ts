import type { PracticeTexts, Words } from "./en.ts";

export const it: PracticeTexts = {
  title: "Pratica",
  you: "Tu",
  stop: (number: number) => `Fermata ${number} di 3`,
  madeUp: "Queste fermate sono inventate. Niente di ciò che tocchi viene inviato o conservato.",
  scan: (words: Words) =>
    `Tocca «${words.arrived}», poi «${words.pickUp}». Scansiona l’etichetta sul tuo foglio stampato, o scrivi gli ultimi 4 caratteri del numero. Poi tocca «${words.pickedUp}».`,
  cellar: (words: Words) =>
    `Il destinatario è in una cantina senza rete. Tocca «${words.arrived}», poi «${words.handOver}». Fai firmare qualcuno e tocca «${words.deliver}».`,
  upstairs: () => "Il telefono conserva ciò che hai toccato. Invia tutto da solo appena c’è rete.",
  absent: (words: Words) =>
    `Nessuno apre la porta. Tocca «${words.arrived}», poi «${words.cannotDeliver}». Scegli «${words.recipient_unavailable}» e tocca «${words.send}».`,
  over: () => "Erano tutte e tre. Una giornata vera non è diversa.",
  goUp: "Torna di sopra",
  again: "Fai ancora pratica",
  end: "Termina la pratica",
  staysHere: "Durante la pratica non si apre nessun’altra app.",
  street: (number: number) => `Via della Pratica ${number}`,
  bakery: "Panificio",
  cellarBar: "Cantina dei vini",
  thirdFloor: "Terzo piano",
};
