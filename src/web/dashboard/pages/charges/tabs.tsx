import { TabLinks } from "../../components/tab-links.tsx";

const tabs = [
  { label: "Charges", to: "/$environment/charges", isExact: true },
  { label: "Statements", to: "/$environment/charges/statements" },
] as const;

/** The pages about what the account owes. */
export function ChargeTabs() {
  return <TabLinks label="Charges" tabs={tabs} />;
}
