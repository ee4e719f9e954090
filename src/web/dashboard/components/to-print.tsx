import { Button, type ButtonProps } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

type ToPrintProps = ButtonProps & Pick<LinkProps, "to" | "params" | "search"> & { children: ReactNode };

/** A button that leads to a page to print. */
export function ToPrint({ to, params, search, ...button }: ToPrintProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} />}
      {...button}
      renderRoot={(props) => <Link to={to} params={params} search={search} {...props} />}
    />
  );
}
