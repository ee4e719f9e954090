import type { MailTexts } from "./en.ts";

export const de: MailTexts = {
  approaching: "Ihr Paket kommt gleich an",
  beReady: "Der Fahrer ist auf dem Weg zu Ihnen. Bitte seien Sie da, um es anzunehmen.",
  delayed: "Ihre Lieferung hat eine neue Zeit",
  moved: "Der Absender hat die Lieferung verschoben.",
  follow: "Paket verfolgen",
  why: "Sie erhalten diese Mail, weil der Absender Ihre Adresse für diese Lieferung angegeben hat.",
  stop: "Keine Mails mehr zu dieser Lieferung",

  stopTitle: "Keine Mails mehr zu dieser Lieferung?",
  stopSentence:
    "Sie erhalten dann keine Mails mehr zu diesem Paket. Die Seite, die zeigt, wo es ist, bleibt.",
  stopButton: "Mails abbestellen",
  stoppedTitle: "Mails abbestellt",
  stopped: "Sie erhalten keine Mails mehr zu dieser Lieferung.",
  unknownTitle: "Link nicht gefunden",
  unknown: "Vielleicht ist der Link unvollständig, oder die Lieferung wurde gelöscht.",

  code: "Ihr Code",
  codeUse: "Geben Sie ihn auf der Seite ein, auf der Sie bestellen. Er gilt 15 Minuten.",
  codeWhy: "Wenn bei Ihnen niemand danach gefragt hat, tun Sie nichts. Geben Sie ihn niemandem.",
};
