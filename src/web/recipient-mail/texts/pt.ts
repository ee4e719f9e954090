import type { MailTexts } from "./en.ts";

export const pt: MailTexts = {
  approaching: "A sua encomenda chega em breve",
  beReady: "O estafeta está a caminho. Por favor, esteja presente para a receber.",
  delayed: "A sua entrega tem um novo horário",
  moved: "O remetente alterou a hora da entrega.",
  follow: "Seguir a encomenda",
  why: "Recebe este email porque o remetente indicou o seu endereço para esta entrega.",
  stop: "Não receber mais emails sobre esta entrega",

  stopTitle: "Não receber mais emails sobre esta entrega?",
  stopSentence:
    "Não receberá mais emails sobre esta encomenda. A página que mostra onde ela está continua disponível.",
  stopButton: "Parar os emails",
  stoppedTitle: "Emails parados",
  stopped: "Não receberá mais emails sobre esta entrega.",
  unknownTitle: "Ligação não encontrada",
  unknown: "A ligação pode estar incompleta, ou a entrega foi eliminada.",

  code: "O seu código",
  codeUse: "Introduza-o na página onde faz os pedidos. É válido durante 15 minutos.",
  codeWhy: "Se ninguém aí o pediu, não faça nada. Não o dê a ninguém.",
};
