import { Anchor, Button, Group, Image, Stack, Text } from "@mantine/core";
import { IconQrcode, IconShare } from "@tabler/icons-react";
import { useState } from "react";
import type { DriverLinkView } from "@/access/devices/schema.ts";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { post } from "../../../browser/api.ts";
import { ActionProblem } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { Time } from "../../components/time.tsx";
import { useAction } from "../../queries.ts";
import { type PhoneAddress, phoneAddressOf } from "./phone-address.ts";
import { useDriver } from "./use-driver.ts";

const sidePx = 232;
const localText =
  "Only this machine can open its public URL. Start Waybill with the machine's name (WAYBILL_DOMAIN), or set WAYBILL_PUBLIC_URL.";

/** Makes a link for the driver's phone: to scan, to copy or to share. */
export function PhoneLink({ driver }: { driver: DriverView }) {
  const { path, call, changes } = useDriver();
  const [link, setLink] = useState<DriverLinkView>();
  const create = useAction((confirm_local: boolean) => post(`${path}/link`, { confirm_local }, call), {
    changes,
    onDone: setLink,
  });
  const { error } = create;
  const local = error?.code === "public_url_unreachable" ? { ...error, detail: localText } : undefined;
  return (
    <Section
      title="Connect a phone"
      lead="The driver scans the code or opens the link, and taps once. No app, no password."
      action={
        <Button
          variant={link ? "default" : "filled"}
          leftSection={<IconQrcode size={18} />}
          loading={create.isPending}
          onClick={() => create.mutate(false)}
        >
          {link ? "New link" : "Create link"}
        </Button>
      }
    >
      <ActionProblem problem={local ?? error} />
      {local && (
        <Group>
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate(true)}>
            Create it for this machine
          </Button>
        </Group>
      )}
      {link ? (
        <ShownLink link={link} name={driver.name} />
      ) : (
        <Text size="sm" c="dimmed">
          A link works for 24 hours and connects up to 3 devices. A new link ends the one before. Connected
          devices stay.
        </Text>
      )}
    </Section>
  );
}

function ShownLink({ link: { url, qr_svg, expires_at }, name }: { link: DriverLinkView; name: string }) {
  return (
    <Group align="start" gap="xl">
      <Stack gap="xs" maw={sidePx}>
        <Image
          src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`}
          alt={`QR code of the link for ${name}`}
          w={sidePx}
          h={sidePx}
          radius="sm"
        />
        <Opened address={phoneAddressOf(url)} />
      </Stack>
      <Stack flex="1 1 16rem" miw={0}>
        <Snippet label="Link" text={url} />
        <Text size="sm">
          Expires <Time at={expires_at} />. Leave this page and the link is not shown again.
        </Text>
        {"share" in navigator && (
          <Group>
            <Button
              variant="default"
              leftSection={<IconShare size={18} />}
              // Whoever closes the browser's own dialog wants nothing shared.
              onClick={() => void navigator.share({ title: `Link for ${name}`, url }).catch(() => {})}
            >
              Share…
            </Button>
          </Group>
        )}
      </Stack>
    </Group>
  );
}

/** What the phone will open, and what will not work there. Nobody sees it in the code. */
function Opened({ address: { origin, problem } }: { address: PhoneAddress }) {
  return (
    <>
      <Text size="sm">
        The phone opens <bdi>{origin}</bdi>.
      </Text>
      {problem && (
        <Text size="sm" c="red" role="note">
          {problem === "local"
            ? "Only this server's own machine can open that address, so no phone can. Set WAYBILL_DOMAIN or WAYBILL_PUBLIC_URL."
            : "Over plain http the phone tells no location, scans no labels and does not start without network. The page needs HTTPS."}{" "}
          <Anchor href="/docs/guides/first-rider" inherit>
            Set up HTTPS
          </Anchor>
        </Text>
      )}
    </>
  );
}
