import type { PracticeTexts, Words } from "./en.ts";

export const nl: PracticeTexts = {
  title: "Oefening",
  you: "Jij",
  stop: (number: number) => `Stop ${number} van 3`,
  madeUp: "Deze stops zijn verzonnen. Niets van wat je tikt, wordt verstuurd of bewaard.",
  scan: (words: Words) =>
    `Tik op „${words.arrived}” en dan op „${words.pickUp}”. Scan het etiket op je gedrukte blad, of typ de laatste 4 tekens van het nummer. Tik daarna op „${words.pickedUp}”.`,
  cellar: (words: Words) =>
    `De ontvanger zit in een kelder zonder netwerk. Tik op „${words.arrived}” en dan op „${words.handOver}”. Laat iemand tekenen, en tik op „${words.deliver}”.`,
  upstairs: () => "De telefoon bewaart wat je hebt getikt. Zodra er netwerk is, verstuurt hij alles vanzelf.",
  absent: (words: Words) =>
    `Niemand doet open. Tik op „${words.arrived}” en dan op „${words.cannotDeliver}”. Kies „${words.recipient_unavailable}”, en tik op „${words.send}”.`,
  over: () => "Dat waren ze alle drie. Een echte dag is niet anders.",
  goUp: "Weer naar boven gaan",
  again: "Nog een keer oefenen",
  end: "Oefening beëindigen",
  staysHere: "In de oefening opent geen andere app.",
  street: (number: number) => `Oefenstraat ${number}`,
  bakery: "Bakkerij",
  cellarBar: "Wijnkelder",
  thirdFloor: "Derde verdieping",
};
