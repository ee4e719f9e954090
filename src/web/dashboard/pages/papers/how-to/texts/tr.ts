import type { HowToTexts } from "./en.ts";

export const tr: HowToTexts = {
  rider: {
    title: "Kuryeler için",
    lead: "Her şey telefonunun tarayıcısındaki tek bir sayfada olur. Uygulama yok.",
    steps: {
      connect: {
        title: "Bağlan",
        text: "Merkezin gönderdiği bağlantıyı aç ve bir kez dokun. Konuma izin ver.",
      },
      duty: {
        title: "Göreve başla",
        text: "Üstteki anahtara dokun. O andan itibaren iş alırsın ve merkez nerede olduğunu görür.",
      },
      pickup: { title: "Teslim al", text: "Vardığında dokun. Etiketi tara ya da son 4 karakterini yaz." },
      handover: {
        title: "Teslim et",
        text: "Gerekeni sayfa söyler: imza, fotoğraf, PIN ya da yaş kontrolü.",
      },
      absent: {
        title: "Kimse yok",
        text: "Teslim edemediğini işaretle ve nedenini seç. Paketin nereye gideceğini sayfa söyler. Ya da “Sonra tekrar dene”ye dokun.",
      },
      changed: {
        title: "Değişti",
        text: "Yeni saat, yeni adres ya da geri getirilecek paket: oku ve “Gördüm”e dokun.",
      },
      offline: {
        title: "Ağ yok",
        text: "Her zamanki gibi devam et. Telefon her dokunuşu saklar ve sonra kendisi gönderir.",
      },
      trouble: { title: "Sorun", text: "Patlak lastik, kaza, yanlış adres: hemen merkezi ara." },
    },
  },
  dispatcher: {
    title: "Merkez için",
    lead: "Günü tek sayfa yönetir: “Dispatch”. Sana ihtiyacı olan önce durur.",
    steps: {
      morning: {
        title: "Sabah",
        text: "Kimin görevde olduğuna bak. Telefonu olmayanlar için tur listesi yazdır.",
      },
      orders: {
        title: "Siparişler",
        text: "Elle, bir listeden, sipariş formlarından ve düzenli siparişlerden gelir.",
      },
      assign: { title: "İş ver", text: "Siparişi, sonra kuryeyi seç: adıyla ya da en yakındakini." },
      needs: {
        title: "Sana ihtiyacı var",
        text: "Yukarıdan başla. Her satır neyin yanlış olduğunu söyler ve çözüm sunar.",
      },
      out: {
        title: "Kurye yok",
        text: "Kuryeyi, sonra “Out today” düğmesini seç. İşler geri gelir. Yanındaki paketler için biri onunla buluşur.",
      },
      late: {
        title: "Geç kalıyor",
        text: "Söz verilen saati geçmeden ileri al. Alıcılara bir kez haber verilir.",
      },
      load: {
        title: "Çok iş var",
        text: "Yeni siparişleri ertele ya da bir süre durdur. Bu kendiliğinden biter.",
      },
    },
  },
  shop: {
    title: "Müşteriler için",
    lead: "Kendi sayfandan sipariş verirsin. Bağlantı kimdeyse sipariş verebilir: kimseyle paylaşma.",
    steps: {
      open: { title: "Sayfanı aç", text: "Aldığın bağlantıyı kullan ve yer imlerine ekle." },
      fill: { title: "Doldur", text: "Alıcının adı, sokağı, telefonu ve ne zaman varması gerektiği." },
      price: { title: "Fiyatı gör", text: "Sipariş vermeden önce orada yazar. Sonra sipariş ver." },
      label: { title: "Etiket", text: "Etiketi yazdır ya da numarayı paketin üzerine yaz." },
      ready: { title: "Hazır tut", text: "Kurye teslim alma aralığında gelir ve numarayı tarar." },
      follow: {
        title: "Takip et",
        text: "Sayfa nerede olduğunu gösterir. E-postandaki kodla eski siparişleri görür ve iptal edebilirsin.",
      },
    },
  },
  phone: "Merkezin telefonu",
  practice: "Önce alıştırma yap: bunu telefonunla tara.",
  practiceLabel: "Alıştırma paketinin etiketi",
  practiceHour: "Sandbox’ta yoğun bir saatin alıştırmasını yap: “Dispatch” sayfasındaki “Practice” düğmesi.",
};
