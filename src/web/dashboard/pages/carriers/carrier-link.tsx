import { Anchor, type AnchorProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { useSide } from "../../side.ts";

interface CarrierLinkProps extends AnchorProps {
  carrier: Pick<CarrierDetails, "id">;
  children: ReactNode;
}

/** Links to a carrier's page, among the account's carriers or the installation's. */
export function CarrierLink({ carrier: { id }, ...anchor }: CarrierLinkProps) {
  const side = useSide();
  return (
    <Anchor
      {...anchor}
      renderRoot={(props) => <Link {...side.link("/carriers/$carrierId", { carrierId: id })} {...props} />}
    />
  );
}
