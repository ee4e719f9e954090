import type { MailTexts } from "./en.ts";

export const nl: MailTexts = {
  approaching: "Je pakket komt er zo aan",
  beReady: "De bezorger is onderweg naar je. Zorg dat je er bent om het aan te nemen.",
  delayed: "Uw bezorging heeft een nieuwe tijd",
  moved: "De afzender heeft de bezorging verplaatst.",
  follow: "Pakket volgen",
  why: "Je krijgt deze mail omdat de afzender je adres voor deze bezorging heeft opgegeven.",
  stop: "Geen mails meer over deze bezorging",

  stopTitle: "Geen mails meer over deze bezorging?",
  stopSentence: "Je krijgt dan geen mails meer over dit pakket. De pagina die toont waar het is, blijft.",
  stopButton: "Mails stoppen",
  stoppedTitle: "Mails gestopt",
  stopped: "Je krijgt geen mails meer over deze bezorging.",
  unknownTitle: "Link niet gevonden",
  unknown: "De link is misschien onvolledig, of de bezorging is verwijderd.",

  code: "Uw code",
  codeUse: "Voer de code in op de pagina waar u bestelt. De code werkt 15 minuten.",
  codeWhy: "Heeft niemand bij u erom gevraagd, doe dan niets. Geef de code aan niemand.",
};
