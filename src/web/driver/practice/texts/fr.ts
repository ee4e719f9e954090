import type { PracticeTexts, Words } from "./en.ts";

export const fr: PracticeTexts = {
  title: "Entraînement",
  you: "Vous",
  stop: (number: number) => `Arrêt ${number} sur 3`,
  madeUp: "Ces arrêts sont fictifs. Rien de ce que vous touchez n’est envoyé ni conservé.",
  scan: (words: Words) =>
    `Touchez « ${words.arrived} », puis « ${words.pickUp} ». Scannez l’étiquette de votre page imprimée, ou saisissez les 4 derniers caractères du numéro. Touchez ensuite « ${words.pickedUp} ».`,
  cellar: (words: Words) =>
    `Le destinataire est dans une cave sans réseau. Touchez « ${words.arrived} », puis « ${words.handOver} ». Faites signer, puis touchez « ${words.deliver} ».`,
  upstairs: () =>
    "Le téléphone garde ce que vous avez touché. Il enverra tout de lui-même dès qu’il y aura du réseau.",
  absent: (words: Words) =>
    `Personne n’ouvre la porte. Touchez « ${words.arrived} », puis « ${words.cannotDeliver} ». Choisissez « ${words.recipient_unavailable} », puis touchez « ${words.send} ».`,
  over: () => "Les trois sont faits. Une vraie journée n’est pas différente.",
  goUp: "Remonter",
  again: "S’entraîner encore",
  end: "Terminer l’entraînement",
  staysHere: "Pendant l’entraînement, aucune autre application ne s’ouvre.",
  street: (number: number) => `Rue de l’Entraînement ${number}`,
  bakery: "Boulangerie",
  cellarBar: "Cave à vin",
  thirdFloor: "Troisième étage",
};
