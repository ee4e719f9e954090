import { notFound } from "@tanstack/react-router";

/** A path parameter that is an id; anything else is "not found" and never part of a request. */
export function idParam<const Name extends string>(name: Name, prefix: string) {
  const form = new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
  return {
    parse: (params: Record<Name, string>) => {
      if (!form.test(params[name])) throw notFound();
      return params;
    },
  };
}
