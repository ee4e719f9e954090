import type { HeaderWords } from "./header-words.ts";

/** What no order has: money, states and articles of shops. Where one stands, the column means nothing else. */
export const noneWords: HeaderWords = {
  en: "country id,country state id,state id,sales channel,department,amount,cost,fee,charge,device,handling,duties,customer id,account id,terms,status,financial status,fulfillment status,payment,payment method,payment status,paid,paid at,total,subtotal,tax,taxes,discount,shipping method,shipping cost,shipping total,price,created,created at,order date,purchase date,sku,line item,lineitem,item,items,item name,product,product name,quantity,qty,unit price,tags,vendor,risk,receipt,source,currency,coupon,refund,marketing,ip,user agent,username,user id,salutation,title,grand total,base,purchased,purchase point,customer group,group,store view,refunded,allocated,order status,shipping information,note attributes,fulfilled,cancelled,variant,weight unit,vat,vat id,barcode of article,method,provider,row,tracking number",
  de: "betrag,kosten,gebuhr,versandart,lieferart,bestellstatus,zahlungsart,zahlung,zahlstatus,zahlungsstatus,gesamt,gesamtbetrag,summe,mwst,steuer,rabatt,versandkosten,preis,einzelpreis,bestelldatum,bestellt am,auftragsdatum,artikel,artikelnummer,artikelname,produkt,menge,wahrung,anrede,titel,lieferstatus,kundennummer,kundennr,rechnungsbetrag,nettobetrag,bruttobetrag,sendungsnummer,lfd nr,lfd,position,pos",
  fr: "statut,paiement,mode de paiement,total,taxe,tva,remise,prix,date de commande,article,produit,quantite,devise,civilite,frais de port",
  es: "estado del pedido,pago,metodo de pago,total,impuesto,iva,descuento,precio,fecha de pedido,articulo,producto,cantidad,moneda,tratamiento,gastos de envio",
  it: "stato ordine,pagamento,metodo di pagamento,totale,iva,sconto,prezzo,data ordine,articolo,prodotto,quantita,valuta,titolo,spese di spedizione",
  pt: "estado do pedido,status,pagamento,forma de pagamento,total,imposto,iva,desconto,preco,data do pedido,artigo,produto,quantidade,moeda,portes",
  nl: "status,betaling,betaalmethode,totaal,btw,korting,prijs,besteldatum,artikel,product,hoeveelheid,valuta,aanhef,verzendkosten",
  pl: "status,platnosc,metoda platnosci,suma,razem,podatek,vat,rabat,cena,data zamowienia,artykul,produkt,waluta,koszt dostawy,lp",
  tr: "durum,odeme,odeme yontemi,toplam,vergi,kdv,indirim,fiyat,siparis tarihi,urun,miktar,para birimi,kargo ucreti,unvan",
  uk: "статус,оплата,спосіб оплати,сума,разом,пдв,знижка,ціна,дата замовлення,товар,артикул,валюта,вартість доставки",
  ar: "الحالة,الدفع,طريقة الدفع,المجموع,الإجمالي,الضريبة,الخصم,السعر,تاريخ الطلب,المنتج,الكمية,العملة",
  he: 'סטטוס,תשלום,אמצעי תשלום,סהכ,סה"כ,מעמ,הנחה,מחיר,תאריך הזמנה,מוצר,כמות,מטבע',
  ja: "ステータス,支払方法,支払い,合計,小計,税,割引,単価,注文日,商品,商品名,数量,通貨,送料",
};
