import {
  Anchor,
  Button,
  Checkbox,
  ColorSwatch,
  FileInput,
  Group,
  Image,
  SimpleGrid,
  Text,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useState } from "react";
import { addressOf } from "@/web/browser/api.ts";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useRead } from "../../../queries.ts";
import { imageTypes } from "../../../upload.ts";

const logoHeight = 48;

/** Empty fields are null in the API. */
export interface ProfileValues extends Record<string, unknown> {
  name: string;
  /** A new logo, not uploaded yet. */
  logo: File | null;
  brand: {
    logo_image_id: string;
    color: string;
    contact: { phone: string; email: string; url: string };
    privacy_url: string;
    imprint_url: string;
    proof_behind_digits: boolean;
  };
}

interface FieldsProps {
  form: UseFormReturnType<ProfileValues>;
}

/** Whom recipients can ask. */
export function ContactFields({ form }: FieldsProps) {
  return (
    <Section
      title="Contact"
      lead="Recipients see it on their page. Replies to emails go to this email address."
    >
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <TextInput
          label="Phone"
          type="tel"
          autoComplete="off"
          {...form.getInputProps("brand.contact.phone")}
        />
        <TextInput
          label="Email address"
          type="email"
          autoComplete="off"
          {...form.getInputProps("brand.contact.email")}
        />
        <TextInput
          label="Web address"
          type="url"
          placeholder="https://example.com"
          autoComplete="off"
          {...form.getInputProps("brand.contact.url")}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <TextInput
          label="Privacy notice"
          description="Order forms link to it. In live they open only with it."
          type="url"
          placeholder="https://example.com/privacy"
          autoComplete="off"
          {...form.getInputProps("brand.privacy_url")}
        />
        <TextInput
          label="Imprint"
          description="Who you are. In live, order forms open only with it."
          type="url"
          placeholder="https://example.com/imprint"
          autoComplete="off"
          {...form.getInputProps("brand.imprint_url")}
        />
      </SimpleGrid>
    </Section>
  );
}

/** The logo and color on the recipient's page. Emails have the color. */
export function BrandFields({ form }: FieldsProps) {
  const environment = useEnvironment();
  const { logo, brand } = form.values;
  const { logo_image_id: logoId, color } = brand;
  const chosen = useDataUrl(logo);
  const saved = logoId === "" ? undefined : addressOf(`/platform/account/images/${logoId}`, environment);
  const shown = chosen ?? saved;
  return (
    <Section title="Brand" lead="How you present yourself to the people who get your shipments.">
      {shown && (
        <Group>
          <Image src={shown} alt="Your logo" h={logoHeight} w="auto" fit="contain" />
          {!chosen && (
            <Button size="xs" variant="default" onClick={() => form.setFieldValue("brand.logo_image_id", "")}>
              Remove logo
            </Button>
          )}
        </Group>
      )}
      <FileInput
        label="Logo"
        description="JPEG, PNG or WebP, at most 1 MiB"
        placeholder="Choose a file"
        accept={imageTypes}
        clearable
        {...form.getInputProps("logo")}
      />
      <TextInput
        label="Color"
        placeholder="#0b7285"
        autoComplete="off"
        leftSection={color !== "" && <ColorSwatch size={18} color={color} />}
        {...form.getInputProps("brand.color")}
      />
      <Checkbox
        label="Show the proof of delivery only for the last four digits of the recipient's phone number"
        description="That is signature, photos and who received it. Without a phone number, the page does not show them. Otherwise, everybody who has the link sees signature and photos."
        {...form.getInputProps("brand.proof_behind_digits", { type: "checkbox" })}
      />
      <Preview />
    </Section>
  );
}

/** The page of the newest shipment's recipient, with what was saved. */
function Preview() {
  const environment = useEnvironment();
  const path = "/platform/shipments";
  const { data } = useRead(path, { environment, query: { limit: 1 } });
  const [newest] = data?.data ?? [];
  if (!data) return null;
  if (!newest?.tracking_url) {
    return (
      <Text size="sm" c="dimmed">
        Your next shipment's tracking page will show it.
      </Text>
    );
  }
  return (
    <Anchor href={new URL(newest.tracking_url).pathname} target="_blank" size="sm">
      See what was saved on your newest shipment's page
    </Anchor>
  );
}

/** The file as an address that a picture can have; undefined until it was read. */
function useDataUrl(file: File | null): string | undefined {
  const [read, setRead] = useState<{ file: File; url: string }>();
  useEffect(() => {
    if (!file) return;
    const reader = new FileReader();
    reader.onload = () => setRead({ file, url: String(reader.result) });
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return read && read.file === file ? read.url : undefined;
}
