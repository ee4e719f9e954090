import type { PracticeTexts, Words } from "./en.ts";

export const es: PracticeTexts = {
  title: "Práctica",
  you: "Tú",
  stop: (number: number) => `Parada ${number} de 3`,
  madeUp: "Estas paradas son inventadas. Nada de lo que toques se envía ni se guarda.",
  scan: (words: Words) =>
    `Toca «${words.arrived}» y luego «${words.pickUp}». Escanea la etiqueta de tu hoja impresa, o escribe los 4 últimos caracteres del número. Después toca «${words.pickedUp}».`,
  cellar: (words: Words) =>
    `El destinatario está en un sótano sin red. Toca «${words.arrived}» y luego «${words.handOver}». Pide una firma y toca «${words.deliver}».`,
  upstairs: () => "El teléfono guarda lo que has tocado. Lo envía todo solo en cuanto haya red.",
  absent: (words: Words) =>
    `Nadie abre la puerta. Toca «${words.arrived}» y luego «${words.cannotDeliver}». Elige «${words.recipient_unavailable}» y toca «${words.send}».`,
  over: () => "Esas eran las tres. Un día real no es distinto.",
  goUp: "Volver arriba",
  again: "Practicar otra vez",
  end: "Terminar la práctica",
  staysHere: "En la práctica no se abre ninguna otra aplicación.",
  street: (number: number) => `Calle de Práctica ${number}`,
  bakery: "Panadería",
  cellarBar: "Bodega",
  thirdFloor: "Tercer piso",
};
