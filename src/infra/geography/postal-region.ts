/**
 * Prefixes of postal codes and their region: the ISO 3166-2 code without the country, the first that fits. USPS, Canada
 * Post and Australia Post assign these prefixes.
 */
const regions: Readonly<Record<string, string>> = {
  US: `005 NY, 010-027 MA, 028-029 RI, 030-038 NH, 039-049 ME, 050-054 VT, 055 MA, 056-059 VT, 060-069 CT,
    070-089 NJ, 100-149 NY, 150-196 PA, 197-199 DE, 200 DC, 201 VA, 202-205 DC, 206-219 MD, 220-246 VA, 247-268 WV,
    270-289 NC, 290-299 SC, 300-319 GA, 320-349 FL, 350-369 AL, 370-385 TN, 386-397 MS, 398-399 GA, 400-427 KY,
    430-459 OH, 460-479 IN, 480-499 MI, 500-528 IA, 530-549 WI, 550-567 MN, 570-577 SD, 580-588 ND, 590-599 MT,
    600-629 IL, 630-658 MO, 660-679 KS, 680-693 NE, 700-714 LA, 716-729 AR, 730-731 OK, 733 TX, 734-749 OK, 750-799 TX,
    800-816 CO, 820-831 WY, 832-838 ID, 840-847 UT, 850-865 AZ, 870-884 NM, 885 TX, 889-898 NV, 900-961 CA, 967-968 HI,
    970-979 OR, 980-994 WA, 995-999 AK`,
  CA: "A NL, B NS, C PE, E NB, G QC, H QC, J QC, K-N ON, P ON, R MB, S SK, T AB, V BC, Y YT",
  AU: `02 ACT, 0 NT, 1 NSW, 2600-2612 ACT, 2614-2617 ACT, 2900-2914 ACT, 2 NSW, 3 VIC, 4 QLD, 5 SA, 6 WA, 7 TAS, 8 VIC,
    9 QLD`,
};

interface Range {
  first: string;
  last: string;
  region: string;
}

const ranges = new Map(
  Object.entries(regions).map(([country, text]) => [country, text.split(",").map(toRange)]),
);

function toRange(text: string): Range {
  const [prefixes = "", region = ""] = text.trim().split(" ");
  const [first = "", last = first] = prefixes.split("-");
  return { first, last, region };
}

/** The region of a postal code; undefined if its prefix does not determine one. */
export function postalRegion(country: string, postalCode: string): string | undefined {
  const code = postalCode.trim().toUpperCase();
  return ranges.get(country)?.find(({ first, last }) => {
    const prefix = code.slice(0, first.length);
    return prefix.length === first.length && first <= prefix && prefix <= last;
  })?.region;
}
