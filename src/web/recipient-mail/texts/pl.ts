import type { MailTexts } from "./en.ts";

export const pl: MailTexts = {
  approaching: "Twoja paczka wkrótce dotrze",
  beReady: "Kierowca jedzie do Ciebie. Prosimy o obecność, aby odebrać paczkę.",
  delayed: "Dostawa ma nową godzinę",
  moved: "Nadawca przesunął dostawę.",
  follow: "Śledź paczkę",
  why: "Otrzymujesz tę wiadomość, ponieważ nadawca podał Twój adres dla tej dostawy.",
  stop: "Nie wysyłaj więcej e-maili o tej dostawie",

  stopTitle: "Nie wysyłać więcej e-maili o tej dostawie?",
  stopSentence:
    "Nie otrzymasz więcej e-maili o tej paczce. Strona, która pokazuje, gdzie ona jest, pozostanie dostępna.",
  stopButton: "Zatrzymaj e-maile",
  stoppedTitle: "E-maile zatrzymane",
  stopped: "Nie otrzymasz więcej e-maili o tej dostawie.",
  unknownTitle: "Nie znaleziono linku",
  unknown: "Link może być niekompletny albo dostawa została usunięta.",

  code: "Kod dla Państwa",
  codeUse: "Proszę wpisać go na stronie, na której składają Państwo zamówienia. Działa przez 15 minut.",
  codeWhy: "Jeśli nikt u Państwa o niego nie prosił, nie trzeba nic robić. Proszę nikomu go nie podawać.",
};
