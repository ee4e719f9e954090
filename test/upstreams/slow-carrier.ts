import { PDFDocument } from "@cantoo/pdf-lib";

/**
 * The carrier behind Karrio's connector `postat`, whose server has a settable address: it makes labels, and can take its
 * time. Of the SOAP messages it has what Karrio 2026.1.32 reads.
 */
export interface SlowCarrier extends AsyncDisposable {
  url: string;
  /** Purchases that reached it, and labels that it made. */
  asked: number;
  labels: number;
  /** How it answers the next purchase. */
  next: { waitMs: number; answers: boolean };
}

const envelope = (body: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const idleSeconds = 255;

export async function startSlowCarrier(): Promise<SlowCarrier> {
  const document = await PDFDocument.create();
  document.addPage([288, 432]);
  const pdf = await document.saveAsBase64();
  const carrier = { asked: 0, labels: 0, next: { waitMs: 0, answers: true } };

  async function buy(): Promise<Response> {
    const { waitMs, answers } = carrier.next;
    carrier.next = { waitMs: 0, answers: true };
    carrier.asked += 1;
    await Bun.sleep(waitMs);
    carrier.labels += 1;
    if (!answers) return new Response("");
    const code = `10000000${String(carrier.labels).padStart(4, "0")}`;
    const result = `<ImportShipmentResult><ColloRow><ColloCodeList><ColloCodeRow><Code>${code}</Code></ColloCodeRow></ColloCodeList></ColloRow></ImportShipmentResult>`;
    const xmlns = "http://post.ondot.at";
    return new Response(
      envelope(
        `<ImportShipmentResponse xmlns="${xmlns}">${result}<pdfData>${pdf}</pdfData></ImportShipmentResponse>`,
      ),
      { headers: { "content-type": "text/xml" } },
    );
  }

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: idleSeconds,
    fetch: (request) => {
      if (request.headers.get("soapaction")?.includes("ImportShipment")) return buy();
      const done = "<VoidShipmentResult><Success>true</Success></VoidShipmentResult>";
      return new Response(envelope(`<VoidShipmentResponse>${done}</VoidShipmentResponse>`));
    },
  });
  return Object.assign(carrier, {
    url: `http://127.0.0.1:${server.port}/`,
    [Symbol.asyncDispose]: () => server.stop(true),
  });
}
