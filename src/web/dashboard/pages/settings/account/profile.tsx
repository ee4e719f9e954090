import { SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { AccountView } from "@/delivery/privacy/account/schema.ts";
import { patch } from "@/web/browser/api.ts";
import { Fact, Facts } from "../../../components/facts.tsx";
import { Form } from "../../../components/form.tsx";
import { Section } from "../../../components/section.tsx";
import { Time } from "../../../components/time.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useFollowing } from "../../../following.ts";
import { changedOf } from "../../../merge-patch.ts";
import { useAction } from "../../../queries.ts";
import { uploadImage } from "../../../upload.ts";
import { BrandFields, ContactFields, type ProfileValues } from "./brand.tsx";

/** What the account is called, and how it wants to present itself to recipients. */
export function Profile({ account }: { account: AccountView }) {
  const environment = useEnvironment();
  const newest = valuesOf(account);
  const form = useForm<ProfileValues>({ initialValues: newest });
  const { shown, show } = useFollowing(form, newest, JSON.stringify(newest));
  const save = useAction(
    async (sent: ProfileValues) => {
      const logoId = await upload(sent);
      const brand = { ...sent.brand, logo_image_id: logoId };
      const input = changedOf(inputOf(shown), inputOf({ ...sent, brand }));
      return { sent, saved: await patch("/platform/account", input, { environment }) };
    },
    {
      changes: ["/platform/account", "/auth/session", "/audit"],
      success: "Saved.",
      onDone: ({ sent, saved }) => show(valuesOf(saved), sent),
    },
  );
  const upload = async ({ logo, brand }: ProfileValues) =>
    logo === null
      ? brand.logo_image_id
      : uploadImage(logo, { environment, path: "/platform/account/images", field: "logo" });
  return (
    <Form
      form={form}
      send={save.mutateAsync}
      submit="Save account"
      isDisabled={!form.isDirty()}
      needs={["account:write"]}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="Account">
          <TextInput
            label="Name"
            description="Your company or project"
            autoComplete="organization"
            {...form.getInputProps("name")}
          />
          <Facts>
            <Fact label="ID" isCode>
              {account.id}
            </Fact>
            <Fact label="Created">
              <Time at={account.created_at} />
            </Fact>
          </Facts>
        </Section>
        <BrandFields form={form} />
      </SimpleGrid>
      <ContactFields form={form} />
    </Form>
  );
}

function valuesOf({ name, brand }: AccountView): ProfileValues {
  const { logo_image_id, color, contact, privacy_url, imprint_url, proof_behind_digits } = brand;
  const { phone, email, url } = contact;
  return {
    name,
    logo: null,
    brand: {
      logo_image_id: logo_image_id ?? "",
      color: color ?? "",
      contact: { phone: phone ?? "", email: email ?? "", url: url ?? "" },
      privacy_url: privacy_url ?? "",
      imprint_url: imprint_url ?? "",
      proof_behind_digits,
    },
  };
}

/** Empty fields are null. */
function inputOf({ name, brand }: ProfileValues) {
  const { logo_image_id, color, contact, proof_behind_digits } = brand;
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
      privacy_url: brand.privacy_url || null,
      imprint_url: brand.imprint_url || null,
      proof_behind_digits,
    },
  };
}
