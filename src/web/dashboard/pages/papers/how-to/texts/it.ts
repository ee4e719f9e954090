import type { HowToTexts } from "./en.ts";

export const it: HowToTexts = {
  rider: {
    title: "Per i corrieri",
    lead: "Tutto avviene su una pagina nel browser del tuo telefono. Senza app.",
    steps: {
      connect: {
        title: "Collegati",
        text: "Apri il link che ti ha mandato la centrale e tocca una volta. Consenti la posizione.",
      },
      duty: {
        title: "Entra in servizio",
        text: "Tocca l’interruttore in alto. Da lì ricevi incarichi e la centrale vede dove sei.",
      },
      pickup: {
        title: "Ritira",
        text: "Tocca quando arrivi. Scansiona l’etichetta o scrivi i suoi ultimi 4 caratteri.",
      },
      handover: {
        title: "Consegna",
        text: "La pagina dice che cosa serve: firma, foto, PIN o controllo dell’età.",
      },
      absent: {
        title: "Non c’è nessuno",
        text: "Segnala che non hai potuto consegnare e perché. La pagina dice dove va il pacco. Oppure tocca «Riprova più tardi».",
      },
      changed: {
        title: "Modificato",
        text: "Nuovo orario o indirizzo, o un pacco da riportare: leggi e tocca «Visto».",
      },
      offline: {
        title: "Senza rete",
        text: "Continua come sempre. Il telefono conserva ogni tocco e lo invia dopo da solo.",
      },
      trouble: {
        title: "Guai",
        text: "Una gomma a terra, un incidente, un indirizzo sbagliato: chiama subito la centrale.",
      },
    },
  },
  dispatcher: {
    title: "Per la centrale",
    lead: "Una pagina guida la giornata: «Dispatch». Ciò che ha bisogno di te sta per primo.",
    steps: {
      morning: {
        title: "Al mattino",
        text: "Guarda chi è in servizio. Stampa i fogli di viaggio per chi non ha il telefono.",
      },
      orders: {
        title: "Ordini",
        text: "Arrivano a mano, da un elenco, dai moduli d’ordine e dagli ordini fissi.",
      },
      assign: {
        title: "Dai un incarico",
        text: "Scegli l’ordine, poi un corriere: per nome o il più vicino.",
      },
      needs: {
        title: "Ha bisogno di te",
        text: "Comincia dall’alto. Ogni riga dice che cosa non va e offre ciò che aiuta.",
      },
      out: {
        title: "Un corriere manca",
        text: "Scegli il corriere, poi «Out today». Gli incarichi tornano. Per i pacchi a bordo qualcuno lo raggiunge.",
      },
      late: {
        title: "In ritardo",
        text: "Sposta l’ora promessa prima che passi. I destinatari vengono avvisati una volta.",
      },
      load: { title: "Troppo", text: "Rimanda i nuovi ordini o fermali per un po’. Finisce da solo." },
    },
  },
  shop: {
    title: "Per i clienti",
    lead: "Ordini su una pagina tutta tua. Chi ha il link può ordinare: tienilo per te.",
    steps: {
      open: { title: "Apri la tua pagina", text: "Usa il link che hai ricevuto e salvalo tra i preferiti." },
      fill: { title: "Compila", text: "Nome, via e telefono del destinatario, e quando deve arrivare." },
      price: { title: "Guarda il prezzo", text: "È lì prima che ordini. Poi ordina." },
      label: { title: "Etichetta", text: "Stampa l’etichetta o scrivi il numero sul pacco." },
      ready: {
        title: "Tienilo pronto",
        text: "Il corriere viene nella fascia di ritiro e scansiona il numero.",
      },
      follow: {
        title: "Seguilo",
        text: "La pagina mostra dov’è. Con un codice ricevuto per posta elettronica vedi gli ordini passati e puoi annullare.",
      },
    },
  },
  phone: "Telefono della centrale",
  practice: "Prima fai pratica: scansiona questo con il telefono.",
  practiceLabel: "Etichetta del pacco di prova",
  practiceHour: "Esercitati con un’ora di punta nella sandbox: il pulsante «Practice» su «Dispatch».",
};
