import type { PracticeTexts, Words } from "./en.ts";

export const pt: PracticeTexts = {
  title: "Prática",
  you: "Estafeta",
  stop: (number: number) => `Paragem ${number} de 3`,
  madeUp: "Estas paragens são fictícias. Nada do que tocar é enviado ou guardado.",
  scan: (words: Words) =>
    `Toque em «${words.arrived}» e depois em «${words.pickUp}». Leia a etiqueta da sua folha impressa, ou escreva os últimos 4 caracteres do número. Depois toque em «${words.pickedUp}».`,
  cellar: (words: Words) =>
    `O destinatário está numa cave sem rede. Toque em «${words.arrived}» e depois em «${words.handOver}». Peça uma assinatura e toque em «${words.deliver}».`,
  upstairs: () => "O telefone guarda o que tocou. Envia tudo sozinho assim que houver rede.",
  absent: (words: Words) =>
    `Ninguém abre a porta. Toque em «${words.arrived}» e depois em «${words.cannotDeliver}». Escolha «${words.recipient_unavailable}» e toque em «${words.send}».`,
  over: () => "Eram as três. Um dia a sério não é diferente.",
  goUp: "Voltar lá para cima",
  again: "Praticar outra vez",
  end: "Terminar a prática",
  staysHere: "Na prática não se abre nenhuma outra aplicação.",
  street: (number: number) => `Rua da Prática ${number}`,
  bakery: "Padaria",
  cellarBar: "Adega",
  thirdFloor: "Terceiro andar",
};
