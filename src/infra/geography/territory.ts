import { townKey } from "./town-key.ts";

/** Territories that people write as a part of another country. Each has a country code of its own in ISO 3166-1. */

interface Parent {
  /** By what stands in the address as its state, as `townKey` writes it. */
  states: Readonly<Record<string, string>>;
  /** By the beginning of a postal code. */
  prefixes: readonly (readonly [start: RegExp, territory: string])[];
}

const parents: Readonly<Record<string, Parent>> = {
  US: {
    states: {
      pr: "PR",
      puertorico: "PR",
      gu: "GU",
      guam: "GU",
      vi: "VI",
      usvi: "VI",
      virginislands: "VI",
      usvirginislands: "VI",
      as: "AS",
      americansamoa: "AS",
      mp: "MP",
      northernmarianaislands: "MP",
    },
    prefixes: [
      [/^00[679]/, "PR"],
      [/^008/, "VI"],
      [/^96799/, "AS"],
      [/^969[123]/, "GU"],
      [/^9695[012]/, "MP"],
    ],
  },
  GB: {
    states: { jersey: "JE", guernsey: "GG", isleofman: "IM" },
    prefixes: [
      [/^JE[0-9]/, "JE"],
      [/^GY[0-9]/, "GG"],
      [/^IM[0-9]/, "IM"],
    ],
  },
  FR: {
    states: {
      guadeloupe: "GP",
      martinique: "MQ",
      guyane: "GF",
      guyanefrancaise: "GF",
      lareunion: "RE",
      reunion: "RE",
      mayotte: "YT",
      nouvellecaledonie: "NC",
      polynesiefrancaise: "PF",
    },
    prefixes: [
      [/^97(?:133|7)/, "BL"],
      [/^97(?:150|8)/, "MF"],
      [/^971/, "GP"],
      [/^972/, "MQ"],
      [/^973/, "GF"],
      [/^974/, "RE"],
      [/^975/, "PM"],
      [/^976/, "YT"],
      [/^980/, "MC"],
      [/^984/, "TF"],
      [/^986/, "WF"],
      [/^987/, "PF"],
      [/^988/, "NC"],
    ],
  },
};

interface Query {
  country: string;
  state?: string | null | undefined;
  postal_code?: string | null | undefined;
}

/**
 * The country that an address lies in: of a territory that is written as a part of another country, its own. The state
 * tells it, or else the postal code.
 */
export function countryOf({ country, state, postal_code }: Query): string {
  const parent = parents[country];
  if (parent === undefined) return country;
  const key = townKey(state ?? "");
  if (Object.hasOwn(parent.states, key)) return parent.states[key] ?? country;
  const code = (postal_code ?? "").toUpperCase().replace(/[^A-Z0-9]/g, "");
  return parent.prefixes.find(([start]) => start.test(code))?.[1] ?? country;
}
