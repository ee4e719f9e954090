import type { MailTexts } from "./en.ts";

export const fr: MailTexts = {
  approaching: "Votre colis arrive bientôt",
  beReady: "Le livreur est en route vers vous. Merci d’être présent pour le recevoir.",
  delayed: "Votre livraison a un nouvel horaire",
  moved: "L’expéditeur a déplacé la livraison.",
  follow: "Suivre votre colis",
  why: "Vous recevez ce mail car l’expéditeur a indiqué votre adresse pour cette livraison.",
  stop: "Ne plus recevoir de mails sur cette livraison",

  stopTitle: "Ne plus recevoir de mails sur cette livraison ?",
  stopSentence:
    "Vous ne recevrez plus de mails sur ce colis. La page qui montre où il se trouve reste disponible.",
  stopButton: "Arrêter les mails",
  stoppedTitle: "Mails arrêtés",
  stopped: "Vous ne recevrez plus de mails sur cette livraison.",
  unknownTitle: "Lien introuvable",
  unknown: "Le lien est peut-être incomplet, ou la livraison a été supprimée.",

  code: "Votre code",
  codeUse: "Saisissez-le sur la page où vous commandez. Il est valable 15 minutes.",
  codeWhy: "Si personne chez vous ne l’a demandé, ne faites rien. Ne le donnez à personne.",
};
