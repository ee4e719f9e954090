import type { HowToTexts } from "./en.ts";

export const nl: HowToTexts = {
  rider: {
    title: "Voor bezorgers",
    lead: "Alles gebeurt op één pagina in de browser van je telefoon. Zonder app.",
    steps: {
      connect: {
        title: "Verbinden",
        text: "Open de link die de planning je stuurde, en tik één keer. Sta de locatie toe.",
      },
      duty: {
        title: "In dienst gaan",
        text: "Tik op de schakelaar bovenaan. Vanaf dan krijg je opdrachten, en ziet de planning waar je bent.",
      },
      pickup: { title: "Ophalen", text: "Tik als je er bent. Scan het etiket, of typ de laatste 4 tekens." },
      handover: {
        title: "Afgeven",
        text: "De pagina zegt wat nodig is: een handtekening, een foto, een pincode of een leeftijdscontrole.",
      },
      absent: {
        title: "Niemand thuis",
        text: "Tik dat bezorgen niet lukte, en zeg waarom. De pagina zegt waar het pakket heen gaat. Of tik op „Later opnieuw proberen”.",
      },
      changed: {
        title: "Gewijzigd",
        text: "Nieuwe tijd of nieuw adres, of een pakket moet terug: lees het en tik op „Gezien”.",
      },
      offline: {
        title: "Geen netwerk",
        text: "Ga gewoon door. De telefoon bewaart elke tik en verstuurt die later vanzelf.",
      },
      trouble: {
        title: "Pech",
        text: "Een lekke band, een ongeluk, een fout adres: bel meteen de planning.",
      },
    },
  },
  dispatcher: {
    title: "Voor de planning",
    lead: "Eén pagina leidt de dag: „Dispatch”. Wat jou nodig heeft, staat vooraan.",
    steps: {
      morning: {
        title: "’s Ochtends",
        text: "Kijk wie dienst heeft. Print ritlijsten voor bezorgers zonder telefoon.",
      },
      orders: {
        title: "Bestellingen",
        text: "Ze komen met de hand, uit een lijst, uit bestelformulieren en vaste bestellingen.",
      },
      assign: {
        title: "Opdracht geven",
        text: "Kies de bestelling, dan een bezorger: op naam, of de dichtstbijzijnde.",
      },
      needs: {
        title: "Heeft jou nodig",
        text: "Werk van boven. Elke regel zegt wat er mis is, en biedt aan wat helpt.",
      },
      out: {
        title: "Een bezorger valt uit",
        text: "Kies de bezorger, dan „Out today”. Opdrachten komen terug. Voor pakketten aan boord gaat iemand naar hem toe.",
      },
      late: {
        title: "Te laat",
        text: "Verschuif de beloofde tijd voordat die voorbij is. Ontvangers horen het één keer.",
      },
      load: {
        title: "Te veel",
        text: "Laat nieuwe bestellingen later beginnen, of stop ze even. Dat eindigt vanzelf.",
      },
    },
  },
  shop: {
    title: "Voor klanten",
    lead: "Je bestelt op een eigen pagina. Wie de link heeft, kan bestellen: houd hem voor jezelf.",
    steps: {
      open: { title: "Open je pagina", text: "Gebruik de link die je kreeg, en bewaar hem als bladwijzer." },
      fill: {
        title: "Vul in",
        text: "Naam, straat en telefoonnummer van de ontvanger, en wanneer het moet komen.",
      },
      price: { title: "Zie de prijs", text: "Die staat er voordat je bestelt. Bestel daarna." },
      label: { title: "Etiket", text: "Print het etiket, of schrijf het nummer op het pakket." },
      ready: { title: "Zet het klaar", text: "De bezorger komt in het ophaalvenster en scant het nummer." },
      follow: {
        title: "Volg het",
        text: "De pagina toont waar het is. Met een code uit je mail zie je eerdere bestellingen en kun je annuleren.",
      },
    },
  },
  phone: "Telefoon van de planning",
  practice: "Eerst oefenen: scan dit met je telefoon.",
  practiceLabel: "Etiket van het oefenpakket",
  practiceHour: "Oefen een druk uur in de sandbox: de knop „Practice” op „Dispatch”.",
};
