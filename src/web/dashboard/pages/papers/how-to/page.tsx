import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type PageLanguage, pageLanguages } from "@/delivery/model/model.ts";
import { practiceNumber } from "@/delivery/model/piece-code.ts";
import { qrSvg } from "@/infra/text/qr.ts";
import { filtersOf, howToFilters } from "../../../filters.ts";
import { textsIn } from "../../../texts.ts";
import { phoneAddressOf } from "../../drivers/phone-address.ts";
import { Paper, PaperHead } from "../paper.tsx";
import { type PaperBasis, usePaper } from "../use-paper.ts";
import { Drawing, type Step } from "./drawings.tsx";
import type { HowToTexts } from "./texts/en.ts";
import { howToTexts } from "./texts.ts";

const route = getRouteApi("/$environment/print/how-to");
const readFilters = filtersOf(howToFilters);

const readers = [
  { value: "rider", label: "Rider" },
  { value: "dispatcher", label: "Dispatcher" },
  { value: "shop", label: "Customer who orders" },
] as const;
type Who = (typeof readers)[number]["value"];
const languages = pageLanguages.map((value) => ({
  value,
  label: new Intl.DisplayNames(value, { type: "language" }).of(value) ?? value,
}));

/** One sheet that explains the work to somebody on the first day. */
export function HowToPage() {
  const search = readFilters(route.useSearch());
  const who = readers.find(({ value }) => value === search.who)?.value ?? "rider";
  const wanted = pageLanguages.find((code) => code === search.language);
  const navigate = route.useNavigate();
  const { paper, error } = usePaper(wanted);
  const language = paper?.account.language;
  const texts = useHowToTexts(language);
  const codes = useCodes(language);
  const show = (part: { who?: Who; language?: PageLanguage }) =>
    void navigate({ search: { who, ...(wanted && { language: wanted }), ...part }, replace: true });
  return (
    <Paper
      title="How it works"
      lead="One sheet for somebody's first day: for a rider, a dispatcher, or a customer with an order form."
      paper={texts && codes ? paper : undefined}
      problem={error}
      choice={
        <>
          <Select
            label="For"
            data={readers}
            value={who}
            allowDeselect={false}
            onChange={(value) => value && show({ who: value as Who })}
          />
          <Select
            label="Language"
            data={languages}
            value={language ?? null}
            allowDeselect={false}
            onChange={(value) => value && show({ language: value as PageLanguage })}
          />
        </>
      }
    >
      {(basis) => texts && codes && <Sheet paper={basis} who={who} texts={texts} codes={codes} />}
    </Paper>
  );
}

/** Undefined until they are there. */
function useHowToTexts(language: PageLanguage | undefined): HowToTexts | undefined {
  const { data } = useQuery({
    queryKey: ["texts of how it works", language],
    queryFn: () => (language ? textsIn(howToTexts, language) : null),
    enabled: language !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? undefined;
}

interface Codes {
  /** Of the page where riders practice; null where no phone can open it. */
  practice: string | null;
  label: string;
}

/** No secret is in them: everybody may practice. */
function useCodes(language: PageLanguage | undefined): Codes | undefined {
  const { data } = useQuery({
    queryKey: ["codes of how it works", language],
    queryFn: async (): Promise<Codes> => {
      const address = `${location.origin}/driver?practice=${language}`;
      const isReachable = phoneAddressOf(address).problem !== "local";
      return {
        practice: isReachable ? await qrSvg(address) : null,
        label: await qrSvg(practiceNumber),
      };
    },
    enabled: language !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

interface SheetProps {
  paper: PaperBasis;
  who: Who;
  texts: HowToTexts;
  codes: Codes;
}

function Sheet({ paper, who, texts, codes }: SheetProps) {
  const { title, lead, steps } = texts[who];
  // It stays one sheet.
  const gap = Object.keys(steps).length > 7 ? "2.5mm" : "6mm";
  return (
    <>
      <PaperHead paper={paper} title={title} facts={[lead]} />
      <ol style={{ display: "grid", gap, margin: 0, padding: 0, listStyle: "none" }}>
        {Object.entries(steps).map(([step, { title, text }], index) => (
          <li
            key={step}
            style={{
              display: "grid",
              gridTemplateColumns: "20mm minmax(0, 1fr)",
              gap: "6mm",
              alignItems: "center",
            }}
          >
            <Drawing step={step as Step} />
            <div>
              <p style={{ fontSize: "13pt", fontWeight: 650 }}>
                {index + 1}. {title}
              </p>
              <p style={{ fontSize: "12pt" }}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      {who === "rider" && (
        <div style={{ display: "flex", gap: "8mm", marginTop: "5mm" }}>
          {codes.practice && <Code svg={codes.practice} words={texts.practice} />}
          <Code svg={codes.label} words={`${texts.practiceLabel}: ${practiceNumber}`} />
        </div>
      )}
      {who === "dispatcher" && <p className="paper-note">{texts.practiceHour}</p>}
      {who !== "dispatcher" && (
        <p style={{ display: "flex", gap: "3mm", marginTop: "8mm", fontSize: "12pt" }}>
          {texts.phone}:<span style={{ flex: 1, borderBottom: "1px solid" }} />
        </p>
      )}
    </>
  );
}

function Code({ svg, words }: { svg: string; words: string }) {
  return (
    <p style={{ display: "flex", flex: 1, gap: "3mm", alignItems: "center" }}>
      <img
        alt=""
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        style={{ width: "26mm", height: "26mm" }}
      />
      <bdi>{words}</bdi>
    </p>
  );
}
