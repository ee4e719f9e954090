import type { HowToTexts } from "./en.ts";

export const pl: HowToTexts = {
  rider: {
    title: "Dla kurierów",
    lead: "Wszystko dzieje się na jednej stronie w przeglądarce telefonu. Bez aplikacji.",
    steps: {
      connect: { title: "Połącz", text: "Otwórz link od dyspozytora i stuknij raz. Zezwól na lokalizację." },
      duty: {
        title: "Zacznij służbę",
        text: "Stuknij przełącznik u góry. Od tej chwili dostajesz zlecenia, a dyspozytor widzi, gdzie jesteś.",
      },
      pickup: {
        title: "Odbierz",
        text: "Stuknij po przyjeździe. Zeskanuj etykietę albo wpisz jej 4 ostatnie znaki.",
      },
      handover: {
        title: "Wydaj",
        text: "Strona mówi, czego trzeba: podpisu, zdjęcia, kodu PIN albo sprawdzenia wieku.",
      },
      absent: {
        title: "Nikogo nie ma",
        text: "Stuknij, że nie udało się doręczyć, i podaj powód. Strona mówi, dokąd trafia paczka. Albo stuknij „Spróbuj później”.",
      },
      changed: {
        title: "Zmieniono",
        text: "Nowa godzina, nowy adres albo paczka do przywiezienia: przeczytaj i stuknij „Przeczytane”.",
      },
      offline: {
        title: "Brak sieci",
        text: "Rób dalej to samo. Telefon przechowuje każde stuknięcie i sam wyśle je później.",
      },
      trouble: {
        title: "Kłopoty",
        text: "Przebita opona, wypadek, zły adres: od razu dzwoń do dyspozytora.",
      },
    },
  },
  dispatcher: {
    title: "Dla dyspozytorów",
    lead: "Dzień prowadzi jedna strona: „Dispatch”. To, co cię potrzebuje, jest na początku.",
    steps: {
      morning: {
        title: "Rano",
        text: "Zobacz, kto ma służbę. Wydrukuj karty trasy dla kurierów bez telefonu.",
      },
      orders: {
        title: "Zamówienia",
        text: "Przychodzą ręcznie, z listy, z formularzy i ze stałych zamówień.",
      },
      assign: {
        title: "Przydziel zlecenie",
        text: "Wybierz zamówienie, potem kuriera: po nazwisku albo najbliższego.",
      },
      needs: {
        title: "Potrzebuje cię",
        text: "Zacznij od góry. Każdy wiersz mówi, co jest nie tak, i proponuje pomoc.",
      },
      out: {
        title: "Kurier wypada",
        text: "Wybierz kuriera, potem „Out today”. Zlecenia wracają. Po paczki w drodze ktoś do niego jedzie.",
      },
      late: {
        title: "Spóźnienie",
        text: "Przesuń obiecaną godzinę, zanim minie. Odbiorcy dowiedzą się raz.",
      },
      load: {
        title: "Za dużo",
        text: "Opóźnij nowe zamówienia albo wstrzymaj je na chwilę. To kończy się samo.",
      },
    },
  },
  shop: {
    title: "Dla klientów",
    lead: "Zamawiasz na własnej stronie. Kto ma link, może zamawiać: zachowaj go dla siebie.",
    steps: {
      open: { title: "Otwórz stronę", text: "Użyj otrzymanego linku i zapisz go w zakładkach." },
      fill: { title: "Wypełnij", text: "Nazwisko, ulica i telefon odbiorcy oraz kiedy ma dotrzeć." },
      price: { title: "Zobacz cenę", text: "Widać ją przed zamówieniem. Potem zamów." },
      label: { title: "Etykieta", text: "Wydrukuj etykietę albo napisz numer na paczce." },
      ready: { title: "Przygotuj paczkę", text: "Kurier przyjeżdża w oknie odbioru i skanuje numer." },
      follow: {
        title: "Śledź",
        text: "Strona pokazuje, gdzie jest. Z kodem z e-maila widzisz wcześniejsze zamówienia i możesz anulować.",
      },
    },
  },
  phone: "Telefon dyspozytora",
  practice: "Najpierw poćwicz: zeskanuj to telefonem.",
  practiceLabel: "Etykieta paczki ćwiczebnej",
  practiceHour: "Poćwicz pracowitą godzinę w piaskownicy: przycisk „Practice” na „Dispatch”.",
};
