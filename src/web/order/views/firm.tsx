/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import { useForm } from "../context.ts";
import { readLogo } from "../server.ts";

/** Whose form it is, whom to ask, and who handles what is typed. */

export function FirmHeader() {
  const { form, texts } = useForm();
  return (
    <header>
      {form.environment === "sandbox" && <p class="alert">{texts.sandbox}</p>}
      <div class="firm">
        {form.brand?.logo_url && <Logo />}
        <strong>
          <bdi>{form.sender}</bdi>
        </strong>
      </div>
    </header>
  );
}

/** The address of a picture has no headers, and so nothing that opens the form. */
function Logo() {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    void readLogo().then(({ value }) => {
      if (!value || isGone) return;
      made = URL.createObjectURL(value);
      setAddress(made);
    });
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, []);
  return address === undefined ? null : <img src={address} alt="" />;
}

export function ContactLinks() {
  const { form, texts } = useForm();
  const { phone, email, url } = form.brand?.contact ?? { phone: null, email: null, url: null };
  const links = [
    ...(phone === null ? [] : [{ href: `tel:${phone}`, text: phone }]),
    ...(email === null
      ? []
      : [{ href: `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`, text: email }]),
    ...(url === null
      ? []
      : [{ href: url, text: url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "") }]),
  ];
  if (links.length === 0) return null;
  return (
    <>
      <p>{texts.closed.questions}</p>
      <ul class="links">
        {links.map(({ href, text }) => (
          <li key={href}>
            <Elsewhere href={href} text={text} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function FirmFooter() {
  const { form, texts, firm } = useForm();
  return (
    <footer>
      <p>{texts.handledBy(firm)}</p>
      {form.privacy_url !== null && <Elsewhere href={form.privacy_url} text={texts.privacy} />}
      {form.imprint_url !== null && <Elsewhere href={form.imprint_url} text={texts.imprint} />}
    </footer>
  );
}

/** In another window: what was typed stays in this one. */
function Elsewhere({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <bdi>{text}</bdi>
    </a>
  );
}
