import type { HeaderWords } from "./header-words.ts";

export const roles = ["delivery", "pickup", "billing"] as const;
export type Role = (typeof roles)[number];

/** Which stop a column belongs to. A bill is nobody's stop. */
export const roleWords: Readonly<Record<Role, HeaderWords>> = {
  delivery: {
    en: "delivery,deliver,shipping,ship to,shipto,recipient,receiver,consignee,customer,client,to,destination,drop off,dropoff,dropoff point,addressee",
    de: "liefer,lieferung,empfanger,versand,kunde,kunden,kundin,an,ziel,zustell,zustellung,lieferanschrift",
    fr: "livraison,destinataire,client,cliente,destination,expedition a",
    es: "entrega,envio,destinatario,destinataria,cliente,destino",
    it: "consegna,spedizione,destinatario,destinataria,cliente,destinazione",
    pt: "entrega,envio,destinatario,destinataria,cliente,destino",
    nl: "levering,lever,aflever,bezorg,bezorging,ontvanger,klant,verzend,bestemming",
    pl: "dostawa,dostawy,odbiorca,odbiorcy,klient,klienta,adresat,wysylka,wysylki",
    tr: "teslimat,teslim,alici,musteri,gonderim,varis",
    uk: "доставка,доставки,отримувач,отримувача,одержувач,клієнт,клієнта",
    ar: "التوصيل,توصيل,التسليم,تسليم,المستلم,مستلم,العميل,الزبون,الشحن",
    he: "משלוח,למשלוח,נמען,הנמען,מקבל,המקבל,לקוח,הלקוח,יעד",
    ja: "配達先,配送先,お届け先,届け先,送り先,宛先,受取人,お客様,配達,配送",
  },
  pickup: {
    en: "pickup,pick up,collection,collect,sender,shipper,from,origin,consignor,ship from",
    de: "abhol,abholung,absender,versender,von,abholort",
    fr: "enlevement,ramassage,expediteur,retrait,origine,collecte",
    es: "recogida,remitente,origen,recoger,retiro",
    it: "ritiro,mittente,origine,prelievo",
    pt: "recolha,coleta,remetente,origem,retirada",
    nl: "ophaal,ophalen,afhaal,afzender,herkomst,afhalen",
    pl: "odbior,odbioru,nadawca,nadawcy,nadania",
    tr: "alim,gonderici,gonderen,cikis,teslim alma",
    uk: "забір,забору,відправник,відправника,звідки",
    ar: "الاستلام,استلام,المرسل,مرسل",
    he: "איסוף,שולח,השולח,מוצא",
    ja: "集荷先,集荷,発送元,差出人,送り主,ご依頼主,依頼主",
  },
  billing: {
    en: "billing,invoice,bill to",
    de: "rechnung,rechnungs",
    fr: "facturation,facture",
    es: "facturacion,factura",
    it: "fatturazione,fattura",
    pt: "faturacao,faturamento,cobranca,fatura",
    nl: "factuur,facturatie",
    pl: "faktura,faktury,rozliczeniowy,rozliczeniowa,platnika",
    tr: "fatura,faturalama",
    uk: "рахунок,рахунку,оплати,платник,платника",
    ar: "الفاتورة,الفوترة",
    he: "חשבונית,לחיוב,חיוב",
    ja: "請求先,請求",
  },
};
