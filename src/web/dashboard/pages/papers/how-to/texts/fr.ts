import type { HowToTexts } from "./en.ts";

export const fr: HowToTexts = {
  rider: {
    title: "Pour les coursiers",
    lead: "Tout se passe sur une page dans le navigateur de votre téléphone. Sans application.",
    steps: {
      connect: {
        title: "Se connecter",
        text: "Ouvrez le lien envoyé par la régulation et touchez une fois. Autorisez la position.",
      },
      duty: {
        title: "Prendre le service",
        text: "Touchez l’interrupteur en haut. Vous recevez alors des courses, et la régulation voit où vous êtes.",
      },
      pickup: {
        title: "Enlever",
        text: "Touchez à votre arrivée. Scannez l’étiquette, ou saisissez ses 4 derniers caractères.",
      },
      handover: {
        title: "Remettre",
        text: "La page dit ce qu’il faut : signature, photo, code PIN ou vérification de l’âge.",
      },
      absent: {
        title: "Personne",
        text: "Indiquez que la livraison n’a pas pu se faire, et pourquoi. La page dit où va le colis. Ou touchez « Réessayer plus tard ».",
      },
      changed: {
        title: "Modifié",
        text: "Nouvelle heure, nouvelle adresse ou colis à rapporter : lisez, puis touchez « Vu ».",
      },
      offline: {
        title: "Pas de réseau",
        text: "Continuez comme d’habitude. Le téléphone garde chaque geste et l’envoie plus tard tout seul.",
      },
      trouble: {
        title: "Un problème",
        text: "Crevaison, accident, mauvaise adresse : appelez tout de suite la régulation.",
      },
    },
  },
  dispatcher: {
    title: "Pour la régulation",
    lead: "Une page mène la journée : « Dispatch ». Ce qui a besoin de vous vient en premier.",
    steps: {
      morning: {
        title: "Le matin",
        text: "Regardez qui est en service. Imprimez les feuilles de route pour les coursiers sans téléphone.",
      },
      orders: {
        title: "Commandes",
        text: "Elles viennent à la main, d’une liste, des formulaires et des commandes régulières.",
      },
      assign: {
        title: "Donner une course",
        text: "Choisissez la commande, puis un coursier : par son nom, ou le plus proche.",
      },
      needs: {
        title: "À traiter",
        text: "Commencez par le haut. Chaque ligne dit ce qui ne va pas et propose ce qui aide.",
      },
      out: {
        title: "Un coursier absent",
        text: "Choisissez le coursier, puis « Out today ». Les courses reviennent. Pour les colis à bord, quelqu’un le rejoint.",
      },
      late: {
        title: "En retard",
        text: "Déplacez l’heure promise avant qu’elle soit passée. Les destinataires sont prévenus une fois.",
      },
      load: {
        title: "Trop de travail",
        text: "Retardez les nouvelles commandes, ou arrêtez-les un moment. Cela se termine tout seul.",
      },
    },
  },
  shop: {
    title: "Pour les clients",
    lead: "Vous commandez sur une page à vous. Qui a le lien peut commander : gardez-le pour vous.",
    steps: {
      open: { title: "Ouvrir la page", text: "Utilisez le lien reçu et enregistrez-le dans vos favoris." },
      fill: { title: "Remplir", text: "Nom, rue et téléphone du destinataire, et quand cela doit arriver." },
      price: { title: "Voir le prix", text: "Il s’affiche avant la commande. Commandez ensuite." },
      label: { title: "Étiquette", text: "Imprimez l’étiquette, ou écrivez le numéro sur le colis." },
      ready: {
        title: "Préparer",
        text: "Le coursier vient pendant le créneau d’enlèvement et scanne le numéro.",
      },
      follow: {
        title: "Suivre",
        text: "La page montre où il est. Avec un code reçu dans votre messagerie, vous voyez vos commandes passées et pouvez annuler.",
      },
    },
  },
  phone: "Téléphone de la régulation",
  practice: "D’abord s’entraîner : scannez ceci avec votre téléphone.",
  practiceLabel: "Étiquette du colis d’entraînement",
  practiceHour:
    "Entraînez-vous à une heure chargée dans le bac à sable : le bouton « Practice » sur « Dispatch ».",
};
