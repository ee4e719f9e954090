import { Group, Image, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import type { OrderFormWithLink } from "@/delivery/orders/order-forms/schema.ts";
import { SecretModal } from "../../components/secret-modal.tsx";
import { Snippet } from "../../components/snippet.tsx";

const sidePx = 200;

/** Shows the link of a form, once: to copy, and to scan. */
export function NewLink({ made, onClose }: { made: OrderFormWithLink; onClose: () => void }) {
  return (
    <SecretModal
      title={`Link for ${made.customer.name}`}
      secret={made.url}
      lost="The link was made, but the response with it was lost. Make a new link."
      warning="Copy the link now. It won't be shown again. Whoever has it can order."
      onClose={onClose}
    >
      {(url) => (
        <Group align="start" gap="lg">
          <Code url={url} name={made.customer.name} />
          <Stack flex="1 1 14rem" miw={0}>
            <Snippet label="Link" text={url} />
            <Text size="sm">The customer opens it on a phone or a desktop, and keeps it as a bookmark.</Text>
          </Stack>
        </Group>
      )}
    </SecretModal>
  );
}

/** Drawn here: the link goes to no server again. */
function Code({ url, name }: { url: string; name: string }) {
  const [svg, setSvg] = useState<string>();
  useEffect(() => {
    let isGone = false;
    void import("@/infra/text/qr.ts")
      .then(({ qrSvg }) => qrSvg(url))
      .then((drawn) => isGone || setSvg(drawn));
    return () => {
      isGone = true;
    };
  }, [url]);
  if (svg === undefined) return null;
  return (
    <Image
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={`QR code of the link for ${name}`}
      w={sidePx}
      h={sidePx}
      radius="sm"
    />
  );
}
