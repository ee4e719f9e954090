import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import type { Status } from "../../delivery/model/model.ts";
import type { Environment } from "../../infra/environment.ts";
import { ButtonRoot } from "./components/button-root.tsx";
import { foldedFilter } from "./components/folded-filter.ts";

/** From light to dark; the ninth is the color of the logo. */
const brand: MantineColorsTuple = [
  "#ebf3fb",
  "#d4e5f6",
  "#a9cbec",
  "#7bafe3",
  "#5598db",
  "#3d8ad6",
  "#2d7ccb",
  "#1a69b8",
  "#0b5cad",
  "#074886",
];

/** Mantine's scale of the dark scheme, in the blue-gray of the docs: text, then lines, then backgrounds. */
const dark: MantineColorsTuple = [
  "#dce1e8",
  "#bcc5d1",
  "#9aa5b4",
  "#677384",
  "#3a4350",
  "#272d36",
  "#1d2229",
  "#171b21",
  "#12161b",
  "#0d1014",
];

export const theme = createTheme({
  colors: { brand, dark },
  black: "#1b2430",
  primaryColor: "brand",
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: "md",
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: "650", sizes: { h1: { fontSize: "1.5rem" }, h2: { fontSize: "1.125rem" } } },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { renderRoot: ButtonRoot } },
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { "aria-label": "Close" },
        overlayProps: { backgroundOpacity: 0.45 },
        styles: { title: { fontWeight: 650 } },
      },
    },
    // A menu may only contain items, and the focus placeholder is none.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // A dialog that focuses a select must not open its options.
    Select: { defaultProps: { openOnFocus: false, filter: foldedFilter } },
    MultiSelect: { defaultProps: { openOnFocus: false, filter: foldedFilter } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    Accordion: { defaultProps: { classNames: { item: "accordion-item" } } },
    Anchor: { defaultProps: { underline: "always" } },
    Alert: { defaultProps: { variant: "light" } },
    Table: { defaultProps: { verticalSpacing: "sm", horizontalSpacing: "md" } },
    Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
  },
});

/**
 * The meaning of colors in badges, notices and charts. Text on its wash has a contrast of at least 4.5, a fill on a
 * card at least 3.
 */
export type Tone = "good" | "busy" | "warn" | "bad" | "quiet";

export const statusTones = {
  created: "quiet",
  quoted: "busy",
  assigned: "busy",
  in_transit: "busy",
  delivered: "good",
  cancelled: "quiet",
  expired: "warn",
  failed: "bad",
  returning: "warn",
  returned: "warn",
} as const satisfies Record<Status, Tone>;

/** What only the dashboard has, beside `palette.css`. Dimmed text is dark enough for WCAG AA on pages and cards. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "var(--dimmed)",
    "--mantine-color-placeholder": "#6b7480",
    "--mantine-color-disabled-color": "#626b78",
    "--mantine-color-error": "var(--bad)",
    "--mantine-color-anchor": "var(--anchor)",
    "--shade": "rgb(27 36 48 / 22%)",
    "--good-wash": "#e2f4e8",
    "--busy": "#0b5cad",
    "--busy-wash": "#e4eff9",
    "--quiet": "#4d5765",
    "--quiet-wash": "#edf0f3",
    "--good-fill": "#1f8f50",
    "--busy-fill": "#2d7ccb",
    "--warn-fill": "#c96f12",
    "--bad-fill": "#cf3a29",
    "--quiet-fill": "#7b8794",
  },
  dark: {
    "--mantine-color-dimmed": "var(--dimmed)",
    "--mantine-color-placeholder": "#8b96a5",
    "--mantine-color-disabled-color": "#8b96a5",
    "--mantine-color-error": "var(--bad)",
    "--mantine-color-anchor": "var(--anchor)",
    "--shade": "rgb(0 0 0 / 60%)",
    "--good-wash": "#153323",
    "--busy": "#8cc1f7",
    "--busy-wash": "#172c42",
    "--quiet": "#aab4c2",
    "--quiet-wash": "#272d36",
    "--good-fill": "#58b27d",
    "--busy-fill": "#5f9fe0",
    "--warn-fill": "#e0a050",
    "--bad-fill": "#f07866",
    "--quiet-fill": "#7f8b9a",
  },
});

/** How environments look: they never differ by color alone. */
export const environmentLooks = {
  sandbox: { word: "Sandbox", color: "#b54708" },
  live: { word: "Live", color: "#14713a" },
} as const satisfies Record<Environment, { word: string; color: string }>;
