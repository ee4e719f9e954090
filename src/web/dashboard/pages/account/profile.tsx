import { Button, ColorSwatch, FileInput, Group, Image, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { AccountView } from "../../../../delivery/account/schema.ts";
import type { ImageView } from "../../../../delivery/images/schema.ts";
import { addressOf, patch, post } from "../../api.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Form } from "../../components/form.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { changedOf } from "../../merge-patch.ts";
import { useAction } from "../../queries.ts";
import { imageTypes } from "../shipment/upload.ts";

const logoHeight = 48;

interface Values extends Record<string, unknown> {
  name: string;
  /** A new logo, not uploaded yet. */
  logo: File | null;
  brand: {
    logo_image_id: string;
    color: string;
    contact: { phone: string; email: string; url: string };
  };
}

/** What the account is called, and how it wants to present itself to recipients. */
export function Profile({ account }: { account: AccountView }) {
  const environment = useEnvironment();
  const shown = valuesOf(account);
  const form = useForm<Values>({ initialValues: shown });
  const save = useAction(
    async (values: Values) => {
      const logoId = await upload(values);
      const brand = { ...values.brand, logo_image_id: logoId };
      const input = changedOf(inputOf(shown), inputOf({ ...values, brand }));
      return patch<AccountView>("/platform/account", input, { environment });
    },
    { changes: ["/platform/account", "/auth/session", "/audit"], success: "Saved." },
  );
  const upload = async ({ logo, brand }: Values) =>
    logo === null
      ? brand.logo_image_id
      : (await post<ImageView>("/platform/account/images", logo, { environment })).id;
  const { logo_image_id: logoId, color } = form.values.brand;
  return (
    <Form
      form={form}
      send={save.mutateAsync}
      submit="Save account"
      isDisabled={!form.isDirty()}
      needs={["account:write"]}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
        <Stack gap="lg">
          <Section title="Account">
            <TextInput
              label="Name"
              description="Your company or project"
              autoComplete="organization"
              {...form.getInputProps("name")}
            />
            <Facts>
              <Fact label="Id" isCode>
                {account.id}
              </Fact>
              <Fact label="Created">
                <Time at={account.created_at} />
              </Fact>
            </Facts>
          </Section>
          <Section title="Contact" lead="Whom recipients can ask. Kept for their pages and mails.">
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
              placeholder="https://shop.example.com/help"
              autoComplete="off"
              {...form.getInputProps("brand.contact.url")}
            />
          </Section>
        </Stack>
        <Section title="Brand" lead="How you present yourself to the people who get your shipments.">
          {logoId !== "" && (
            <Group>
              <Image
                src={addressOf(`/platform/account/images/${logoId}`, environment)}
                alt="Your logo"
                h={logoHeight}
                w="auto"
                fit="contain"
              />
              <Button
                size="xs"
                variant="default"
                onClick={() => form.setFieldValue("brand.logo_image_id", "")}
              >
                Remove logo
              </Button>
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
        </Section>
      </SimpleGrid>
    </Form>
  );
}

function valuesOf({ name, brand: { logo_image_id, color, contact } }: AccountView): Values {
  const { phone, email, url } = contact;
  return {
    name,
    logo: null,
    brand: {
      logo_image_id: logo_image_id ?? "",
      color: color ?? "",
      contact: { phone: phone ?? "", email: email ?? "", url: url ?? "" },
    },
  };
}

/** Empty fields are null. */
function inputOf({ name, brand: { logo_image_id, color, contact } }: Values) {
  return {
    name,
    brand: {
      logo_image_id: logo_image_id || null,
      color: color || null,
      contact: {
        phone: contact.phone || null,
        email: contact.email || null,
        url: contact.url || null,
      },
    },
  };
}
