import type { HowToTexts } from "./en.ts";

export const de: HowToTexts = {
  rider: {
    title: "Für Fahrer",
    lead: "Alles geschieht auf einer Seite im Browser deines Telefons. Ohne App.",
    steps: {
      connect: {
        title: "Verbinden",
        text: "Öffne den Link, den dir die Zentrale geschickt hat, und tippe einmal. Erlaube den Standort.",
      },
      duty: {
        title: "Dienst beginnen",
        text: "Tippe auf den Schalter ganz oben. Ab dann bekommst du Aufträge, und die Zentrale sieht, wo du bist.",
      },
      pickup: {
        title: "Abholen",
        text: "Tippe, wenn du da bist. Scanne das Etikett, oder tippe die letzten 4 Zeichen ein.",
      },
      handover: {
        title: "Übergeben",
        text: "Die Seite sagt, was nötig ist: Unterschrift, Foto, PIN oder eine Prüfung des Alters.",
      },
      absent: {
        title: "Niemand da",
        text: "Tippe, dass die Zustellung nicht ging, und sag, warum. Die Seite sagt, wohin das Paket kommt. Oder tippe auf „Später nochmal“.",
      },
      changed: {
        title: "Geändert",
        text: "Neue Zeit oder Adresse, oder ein Paket soll zurück: Lies es, und tippe auf „Gesehen“.",
      },
      offline: {
        title: "Kein Netz",
        text: "Mach weiter wie immer. Das Telefon behält jeden Schritt und sendet ihn später von selbst.",
      },
      trouble: { title: "Ärger", text: "Reifen platt, Unfall, falsche Adresse: Ruf sofort die Zentrale an." },
    },
  },
  dispatcher: {
    title: "Für die Disposition",
    lead: "Eine Seite führt durch den Tag: „Dispatch“. Was dich braucht, steht zuerst.",
    steps: {
      morning: {
        title: "Am Morgen",
        text: "Sieh nach, wer im Dienst ist. Drucke Tourenblätter für Fahrer ohne Telefon.",
      },
      orders: {
        title: "Aufträge",
        text: "Sie kommen von Hand, aus einer Liste, aus Bestellformularen und Daueraufträgen.",
      },
      assign: {
        title: "Auftrag vergeben",
        text: "Wähle den Auftrag, dann einen Fahrer: mit Namen oder den nächsten.",
      },
      needs: {
        title: "Braucht dich",
        text: "Arbeite von oben. Jede Zeile sagt, was nicht stimmt, und bietet an, was hilft.",
      },
      out: {
        title: "Ein Fahrer fällt aus",
        text: "Wähle den Fahrer, dann „Out today“. Aufträge kommen zurück. Für Ware an Bord trifft ihn jemand.",
      },
      late: {
        title: "Verspätung",
        text: "Verschiebe die zugesagte Zeit, bevor sie vorbei ist. Empfänger erfahren es einmal.",
      },
      load: {
        title: "Zu viel",
        text: "Lass neue Aufträge später beginnen oder halte sie an. Das endet von selbst.",
      },
    },
  },
  shop: {
    title: "Für Kunden",
    lead: "Du bestellst auf einer eigenen Seite. Wer den Link hat, kann bestellen: Behalte ihn für dich.",
    steps: {
      open: {
        title: "Seite öffnen",
        text: "Nimm den Link, den du bekommen hast, und speichere ihn als Lesezeichen.",
      },
      fill: {
        title: "Ausfüllen",
        text: "Name, Straße und Telefonnummer des Empfängers, und wann es ankommen soll.",
      },
      price: { title: "Preis sehen", text: "Er steht da, bevor du bestellst. Dann bestelle." },
      label: { title: "Etikett", text: "Drucke das Etikett, oder schreib die Nummer auf das Paket." },
      ready: { title: "Bereithalten", text: "Der Fahrer kommt im Abholfenster und scannt die Nummer." },
      follow: {
        title: "Verfolgen",
        text: "Die Seite zeigt, wo es ist. Mit einem Code aus deiner Mail siehst du frühere Bestellungen und kannst stornieren.",
      },
    },
  },
  phone: "Telefon der Zentrale",
  practice: "Erst üben: Scanne das mit deinem Telefon.",
  practiceLabel: "Etikett des Übungspakets",
  practiceHour: "Übe eine volle Stunde in der Sandbox: der Knopf „Practice“ auf „Dispatch“.",
};
