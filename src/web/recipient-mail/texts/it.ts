import type { MailTexts } from "./en.ts";

export const it: MailTexts = {
  approaching: "Il tuo pacco sta per arrivare",
  beReady: "L’autista sta arrivando da te. Fatti trovare per riceverlo.",
  delayed: "La consegna ha un nuovo orario",
  moved: "Il mittente ha spostato la consegna.",
  follow: "Segui il pacco",
  why: "Ricevi questa email perché il mittente ha indicato il tuo indirizzo per questa consegna.",
  stop: "Non ricevere altre email su questa consegna",

  stopTitle: "Non ricevere altre email su questa consegna?",
  stopSentence:
    "Non riceverai altre email su questo pacco. La pagina che mostra dove si trova resta disponibile.",
  stopButton: "Interrompi le email",
  stoppedTitle: "Email interrotte",
  stopped: "Non riceverai altre email su questa consegna.",
  unknownTitle: "Link non trovato",
  unknown: "Il link potrebbe essere incompleto, oppure la consegna è stata eliminata.",

  code: "Il suo codice",
  codeUse: "Lo inserisca nella pagina in cui ordina. Vale 15 minuti.",
  codeWhy: "Se nessuno da voi lo ha richiesto, non faccia nulla. Non lo dia a nessuno.",
};
