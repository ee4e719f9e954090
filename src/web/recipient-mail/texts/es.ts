import type { MailTexts } from "./en.ts";

export const es: MailTexts = {
  approaching: "Tu paquete llega pronto",
  beReady: "El repartidor va de camino. Por favor, estate allí para recibirlo.",
  delayed: "Su entrega tiene una nueva hora",
  moved: "El remitente ha cambiado la hora de la entrega.",
  follow: "Seguir tu paquete",
  why: "Recibes este correo porque el remitente indicó tu dirección para esta entrega.",
  stop: "No recibir más correos sobre esta entrega",

  stopTitle: "¿No recibir más correos sobre esta entrega?",
  stopSentence:
    "No recibirás más correos sobre este paquete. La página que muestra dónde está sigue disponible.",
  stopButton: "Dejar de recibir correos",
  stoppedTitle: "Correos desactivados",
  stopped: "No recibirás más correos sobre esta entrega.",
  unknownTitle: "Enlace no encontrado",
  unknown: "Puede que el enlace esté incompleto o que la entrega se haya eliminado.",

  code: "Su código",
  codeUse: "Introdúzcalo en la página donde hace sus pedidos. Es válido durante 15 minutos.",
  codeWhy: "Si nadie de su empresa lo ha pedido, no haga nada. No se lo dé a nadie.",
};
