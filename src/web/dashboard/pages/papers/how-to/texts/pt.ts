import type { HowToTexts } from "./en.ts";

export const pt: HowToTexts = {
  rider: {
    title: "Para estafetas",
    lead: "Tudo acontece numa página no navegador do seu telefone. Sem aplicação.",
    steps: {
      connect: {
        title: "Ligar",
        text: "Abra a ligação que a central enviou e toque uma vez. Permita a localização.",
      },
      duty: {
        title: "Entrar em serviço",
        text: "Toque no interruptor no topo. A partir daí recebe trabalhos e a central vê onde está.",
      },
      pickup: {
        title: "Recolher",
        text: "Toque quando chegar. Leia a etiqueta ou escreva os seus últimos 4 caracteres.",
      },
      handover: {
        title: "Entregar",
        text: "A página diz o que é preciso: assinatura, fotografia, PIN ou confirmar a idade.",
      },
      absent: {
        title: "Ninguém",
        text: "Indique que não foi possível entregar e porquê. A página diz para onde vai o pacote. Ou toque em «Tentar mais tarde».",
      },
      changed: {
        title: "Alterado",
        text: "Nova hora ou morada, ou um pacote a trazer de volta: leia e toque em «Visto».",
      },
      offline: {
        title: "Sem rede",
        text: "Continue como sempre. O telefone guarda cada toque e envia-o depois sozinho.",
      },
      trouble: {
        title: "Problemas",
        text: "Um furo, um acidente, uma morada errada: ligue logo para a central.",
      },
    },
  },
  dispatcher: {
    title: "Para a central",
    lead: "Uma página conduz o dia: «Dispatch». O que precisa de si está primeiro.",
    steps: {
      morning: {
        title: "De manhã",
        text: "Veja quem está em serviço. Imprima folhas de rota para quem não tem telefone.",
      },
      orders: {
        title: "Encomendas",
        text: "Chegam à mão, de uma lista, de formulários e de encomendas regulares.",
      },
      assign: {
        title: "Dar um trabalho",
        text: "Escolha a encomenda e depois um estafeta: pelo nome ou o mais próximo.",
      },
      needs: {
        title: "Precisa de si",
        text: "Comece pelo topo. Cada linha diz o que está mal e oferece o que ajuda.",
      },
      out: {
        title: "Um estafeta falta",
        text: "Escolha o estafeta e depois «Out today». Os trabalhos voltam. Se leva pacotes, alguém vai ter com ele.",
      },
      late: {
        title: "Atrasado",
        text: "Mude a hora prometida antes de passar. Os destinatários são avisados uma vez.",
      },
      load: {
        title: "Demasiado",
        text: "Adie as novas encomendas ou pare-as por um tempo. Isso termina sozinho.",
      },
    },
  },
  shop: {
    title: "Para clientes",
    lead: "Encomenda numa página sua. Quem tem a ligação pode encomendar: guarde-a para si.",
    steps: {
      open: { title: "Abra a sua página", text: "Use a ligação que recebeu e guarde-a nos favoritos." },
      fill: { title: "Preencha", text: "Nome, rua e telefone do destinatário, e quando deve chegar." },
      price: { title: "Veja o preço", text: "Está lá antes de encomendar. Depois encomende." },
      label: { title: "Etiqueta", text: "Imprima a etiqueta ou escreva o número no pacote." },
      ready: { title: "Tenha-o pronto", text: "O estafeta vem na janela de recolha e lê o número." },
      follow: {
        title: "Siga-o",
        text: "A página mostra onde está. Com um código recebido por correio eletrónico vê encomendas anteriores e pode cancelar.",
      },
    },
  },
  phone: "Telefone da central",
  practice: "Primeiro pratique: leia isto com o telefone.",
  practiceLabel: "Etiqueta do pacote de prática",
  practiceHour: "Pratique uma hora de ponta na sandbox: o botão «Practice» em «Dispatch».",
};
