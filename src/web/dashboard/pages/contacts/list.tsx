import { Button, Group, Stack, Text } from "@mantine/core";
import { IconAddressBook, IconSearchOff } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ContactView } from "@/delivery/orders/contacts/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { TextFilter } from "../../components/filter-bar.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Page } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { contactFilters, filtersOf } from "../../filters.ts";
import { useList } from "../../queries.ts";
import { ImportList } from "../imports/import-list.tsx";
import { EraseContact } from "./erase-contact.tsx";

const route = getRouteApi("/$environment/contacts");
const readFilters = filtersOf(contactFilters);

/** Whom an account knows. They are saved in the form of a shipment. */
export function ContactsPage() {
  const environment = useEnvironment();
  const filters = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const contacts = useList("/platform/contacts", { environment, query: filters });
  const [erased, setErased] = useState<ContactView>();
  const search = (q: string) => void navigate({ search: readFilters({ q }), replace: true });
  return (
    <Page
      title="Contacts"
      lead="People and places that you saved. Type a number or a name in a new shipment to use one."
      action={<ImportList kind="contacts" />}
    >
      <Group role="search">
        <TextFilter label="Search" value={filters.q} onChange={search} placeholder="Name, phone or street" />
      </Group>
      <ListTable
        list={contacts}
        label="Contacts"
        keyOf={({ id }) => id}
        columns={[
          { title: "Contact", main: true, cell: (contact) => <Who contact={contact} /> },
          { title: "Phone and email", cell: ({ phone, email }) => <Lines texts={[phone, email]} /> },
          { title: "Address", cell: ({ address }) => <Lines texts={addressLines(address)} /> },
          { title: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} /> },
          {
            title: "Actions",
            actions: true,
            cell: (contact) => (
              <Permitted needs={["contacts:write"]}>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Erase ${contact.name}`}
                  onClick={() => setErased(contact)}
                >
                  Erase
                </Button>
              </Permitted>
            ),
          },
        ]}
        empty={filters.q === undefined ? <NoContacts /> : <NothingFound />}
      />
      {erased && <EraseContact contact={erased} onClose={() => setErased(undefined)} />}
    </Page>
  );
}

function Who({ contact: { name, company } }: { contact: ContactView }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      {company !== null && (
        <Text size="xs" c="dimmed">
          {company}
        </Text>
      )}
    </>
  );
}

function Lines({ texts }: { texts: readonly (string | null)[] }) {
  const lines = texts.filter((text) => text !== null && text !== "");
  return (
    <Stack gap={0}>{lines.length === 0 ? "—" : lines.map((line) => <span key={line}>{line}</span>)}</Stack>
  );
}

function addressLines(address: ContactView["address"]): string[] {
  if (address === null) return [];
  return [address.line1, [address.postal_code, address.city].filter(Boolean).join(" ")];
}

function NoContacts() {
  const environment = useEnvironment();
  const action = (
    <Permitted needs={["shipments:write"]}>
      <Button
        renderRoot={(props) => <Link to="/$environment/shipments/new" params={{ environment }} {...props} />}
      >
        New shipment
      </Button>
    </Permitted>
  );
  return (
    <Empty icon={IconAddressBook} title="No contacts yet" action={action}>
      Save one in the form of a shipment: press Save as contact below its address.
    </Empty>
  );
}

function NothingFound() {
  return (
    <Empty icon={IconSearchOff} title="No contact found">
      Search by a part of a name, a phone number, a street or a town.
    </Empty>
  );
}
