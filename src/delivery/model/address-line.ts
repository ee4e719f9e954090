/** What people write of an address: never its `line2`. */
interface Written {
  line1: string;
  city: string;
  state?: string | null;
  postal_code?: string | null;
  country: string;
}

/**
 * An address in one line, by which what riders taught about it is found: `Torstr. 1, 10119 Berlin, DE`. The order of the
 * words counts, and nothing between them.
 */
export function lineOf({ line1, city, state, postal_code: code, country }: Written): string {
  const town = [code, city].filter(Boolean).join(" ");
  return [line1, town, state, country].filter(Boolean).join(", ");
}
