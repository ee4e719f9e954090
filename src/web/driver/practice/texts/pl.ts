import type { PracticeTexts, Words } from "./en.ts";

export const pl: PracticeTexts = {
  title: "Ćwiczenie",
  you: "Ty",
  stop: (number: number) => `Przystanek ${number} z 3`,
  madeUp: "Te przystanki są zmyślone. Nic, co stukniesz, nie jest wysyłane ani przechowywane.",
  scan: (words: Words) =>
    `Stuknij „${words.arrived}”, potem „${words.pickUp}”. Zeskanuj etykietę z wydrukowanej kartki albo wpisz 4 ostatnie znaki numeru. Potem stuknij „${words.pickedUp}”.`,
  cellar: (words: Words) =>
    `Odbiorca jest w piwnicy bez sieci. Stuknij „${words.arrived}”, potem „${words.handOver}”. Poproś o podpis i stuknij „${words.deliver}”.`,
  upstairs: () => "Telefon przechowuje to, co stuknięto. Sam wyśle wszystko, gdy tylko będzie sieć.",
  absent: (words: Words) =>
    `Nikt nie otwiera drzwi. Stuknij „${words.arrived}”, potem „${words.cannotDeliver}”. Wybierz „${words.recipient_unavailable}” i stuknij „${words.send}”.`,
  over: () => "To już wszystkie trzy. Prawdziwy dzień nie różni się niczym.",
  goUp: "Wróć na górę",
  again: "Ćwicz jeszcze raz",
  end: "Zakończ ćwiczenie",
  staysHere: "Podczas ćwiczenia nie otwiera się żadna inna aplikacja.",
  street: (number: number) => `ul. Ćwiczebna ${number}`,
  bakery: "Piekarnia",
  cellarBar: "Piwnica z winami",
  thirdFloor: "Trzecie piętro",
};
