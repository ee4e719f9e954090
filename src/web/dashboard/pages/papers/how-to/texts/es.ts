import type { HowToTexts } from "./en.ts";

export const es: HowToTexts = {
  rider: {
    title: "Para repartidores",
    lead: "Todo ocurre en una página del navegador de tu teléfono. Sin aplicación.",
    steps: {
      connect: {
        title: "Conectar",
        text: "Abre el enlace que te envió la central y toca una vez. Permite la ubicación.",
      },
      duty: {
        title: "Entrar de servicio",
        text: "Toca el interruptor de arriba. Desde entonces recibes trabajos y la central ve dónde estás.",
      },
      pickup: {
        title: "Recoger",
        text: "Toca al llegar. Escanea la etiqueta o escribe sus 4 últimos caracteres.",
      },
      handover: {
        title: "Entregar",
        text: "La página dice qué hace falta: una firma, una foto, un PIN o comprobar la edad.",
      },
      absent: {
        title: "No hay nadie",
        text: "Indica que no se pudo entregar y por qué. La página dice adónde va el paquete. O toca «Intentar más tarde».",
      },
      changed: {
        title: "Cambiado",
        text: "Hora o dirección nueva, o un paquete que vuelve: léelo y toca «Visto».",
      },
      offline: {
        title: "Sin red",
        text: "Sigue como siempre. El teléfono guarda cada toque y lo envía después por sí solo.",
      },
      trouble: {
        title: "Problemas",
        text: "Un pinchazo, un accidente, una dirección mala: llama enseguida a la central.",
      },
    },
  },
  dispatcher: {
    title: "Para la central",
    lead: "Una página lleva el día: «Dispatch». Lo que te necesita está primero.",
    steps: {
      morning: {
        title: "Por la mañana",
        text: "Mira quién está de servicio. Imprime hojas de ruta para quien no tiene teléfono.",
      },
      orders: {
        title: "Pedidos",
        text: "Llegan a mano, de una lista, de formularios de pedido y de pedidos fijos.",
      },
      assign: {
        title: "Dar un trabajo",
        text: "Elige el pedido y luego un repartidor: por su nombre o el más cercano.",
      },
      needs: {
        title: "Te necesita",
        text: "Empieza por arriba. Cada línea dice qué falla y ofrece lo que ayuda.",
      },
      out: {
        title: "Un repartidor falta",
        text: "Elige al repartidor y luego «Out today». Los trabajos vuelven. Si lleva paquetes, alguien va a su encuentro.",
      },
      late: {
        title: "Tarde",
        text: "Mueve la hora prometida antes de que pase. A los destinatarios se les avisa una vez.",
      },
      load: { title: "Demasiado", text: "Retrasa los pedidos nuevos o páralos un rato. Eso termina solo." },
    },
  },
  shop: {
    title: "Para clientes",
    lead: "Pides en una página tuya. Quien tiene el enlace puede pedir: no lo compartas.",
    steps: {
      open: { title: "Abre tu página", text: "Usa el enlace que recibiste y guárdalo en favoritos." },
      fill: { title: "Rellena", text: "Nombre, calle y teléfono del destinatario, y cuándo debe llegar." },
      price: { title: "Mira el precio", text: "Está ahí antes de pedir. Después, pide." },
      label: { title: "Etiqueta", text: "Imprime la etiqueta o escribe el número en el paquete." },
      ready: {
        title: "Tenlo listo",
        text: "El repartidor viene en la franja de recogida y escanea el número.",
      },
      follow: {
        title: "Síguelo",
        text: "La página muestra dónde está. Con un código de tu correo ves pedidos anteriores y puedes cancelar.",
      },
    },
  },
  phone: "Teléfono de la central",
  practice: "Primero practica: escanea esto con tu teléfono.",
  practiceLabel: "Etiqueta del paquete de práctica",
  practiceHour: "Practica una hora punta en el entorno de pruebas: el botón «Practice» en «Dispatch».",
};
