/** Sheets for people on their first day. Buttons of the dashboard keep their English names. */
export const en = {
  rider: {
    title: "For riders",
    lead: "All of it happens on one page in your phone’s browser. No app.",
    steps: {
      connect: {
        title: "Connect",
        text: "Open the link that dispatch sent you, and tap once. Allow the location.",
      },
      duty: {
        title: "Go on duty",
        text: "Tap the switch at the top. From then on you get jobs, and dispatch sees where you are.",
      },
      pickup: {
        title: "Pick up",
        text: "Tap when you have arrived. Scan the label, or type its last 4 characters.",
      },
      handover: {
        title: "Hand over",
        text: "The page says what is needed: a signature, a photo, a PIN, or a look at the age.",
      },
      absent: {
        title: "Nobody there",
        text: "Tap that you could not deliver, and say why. The page says where the parcel goes. Or tap “Try again later”.",
      },
      changed: {
        title: "Changed",
        text: "A new time or address, or a parcel to bring back: read it, then tap “Seen”.",
      },
      offline: {
        title: "No network",
        text: "Go on as usual. The phone keeps every tap, and sends it later by itself.",
      },
      trouble: {
        title: "Trouble",
        text: "A flat tire, an accident, a wrong address: call dispatch at once.",
      },
    },
  },
  dispatcher: {
    title: "For dispatchers",
    lead: "One page runs the day: “Dispatch”. What needs you stands first.",
    steps: {
      morning: {
        title: "In the morning",
        text: "See who is on duty. Print run sheets for riders without a phone.",
      },
      orders: {
        title: "Orders",
        text: "They come by hand, from a list, from order forms and from standing orders.",
      },
      assign: { title: "Give a job", text: "Choose the order, then a rider: by name, or the nearest one." },
      needs: {
        title: "Needs you",
        text: "Work from the top. Each line says what is wrong, and offers what helps.",
      },
      out: {
        title: "A rider is out",
        text: "Choose the rider, then “Out today”. Jobs come back. For goods on board, somebody meets the rider.",
      },
      late: { title: "Late", text: "Move the promised time before it has passed. Recipients are told once." },
      load: {
        title: "Too much",
        text: "Make new orders later, or stop them for a while. That ends by itself.",
      },
    },
  },
  shop: {
    title: "For customers",
    lead: "You order on a page of your own. Whoever has its link can order: keep it to yourself.",
    steps: {
      open: { title: "Open your page", text: "Use the link that you got, and save it as a bookmark." },
      fill: {
        title: "Fill it in",
        text: "Name, street and phone number of the recipient, and when it should come.",
      },
      price: { title: "See the price", text: "It stands there before you order. Then order." },
      label: { title: "Label", text: "Print the label, or write the number on the parcel." },
      ready: { title: "Have it ready", text: "The rider comes in the pickup window, and scans the number." },
      follow: {
        title: "Follow it",
        text: "The page shows where it is. With a code from your mail you see earlier orders, and can cancel.",
      },
    },
  },
  phone: "Phone of dispatch",
  practice: "Practice first: scan this with your phone.",
  practiceLabel: "Label of the practice parcel",
  practiceHour: "Practice a busy hour in the sandbox: the button “Practice” on “Dispatch”.",
};

export type HowToTexts = typeof en;
