/** @jsxImportSource preact */
import { render } from "preact";
import icon from "../browser/favicon.svg";
import { kept } from "../browser/kept.ts";
import { isSignInPage, type SignInPageName } from "../browser/session.ts";
import { JoinPage } from "./join.tsx";
import { ForgotPasswordPage, ResetPasswordPage, SignInPage, SignUpPage, VerifyEmailPage } from "./pages.tsx";

/** The program of the pages without a session: the dashboard's libraries would be most of what they load. */

const pages = {
  "sign-in": { title: "Sign in", Page: SignInPage },
  "sign-up": { title: "Create an account", Page: SignUpPage },
  "verify-email": { title: "Verify your email address", Page: VerifyEmailPage },
  "forgot-password": { title: "Forgot your password?", Page: ForgotPasswordPage },
  "reset-password": { title: "Set a new password", Page: ResetPasswordPage },
  join: { title: "Join an account", Page: JoinPage },
} satisfies Record<SignInPageName, { title: string; Page: () => unknown }>;
/** Where the dashboard keeps what a person chose, as Mantine calls it. */
const schemeKey = "mantine-color-scheme-value";

const name = location.pathname.split("/").filter(Boolean).at(-1) ?? "";
const shown = pages[isSignInPage(name) ? name : "sign-in"];
const root = document.getElementById("dashboard");
document.documentElement.dataset.scheme = kept(schemeKey) ?? "auto";
document.title = `${shown.title} – Waybill`;
document.head.append(Object.assign(document.createElement("link"), { rel: "icon", href: icon }));
if (root) render(<shown.Page />, root);
