/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { codeIn } from "../link.ts";
import { useTexts } from "../texts.ts";
import { ConnectForm } from "./connect.tsx";

/** For an app on the home screen that shares no cookies with the browser in which links open. */
export function PasteLink() {
  const texts = useTexts();
  const [code, setCode] = useState<string>();
  const [isInvalid, setInvalid] = useState(false);
  function read(event: SubmitEvent) {
    event.preventDefault();
    const { elements } = event.currentTarget as HTMLFormElement;
    const found = codeIn((elements.namedItem("link") as HTMLInputElement).value);
    setCode(found);
    setInvalid(found === undefined);
  }
  if (code !== undefined) return <ConnectForm code={code} />;
  return (
    <form onSubmit={read}>
      <label>
        {texts.link}
        <input
          name="link"
          autocomplete="off"
          autocapitalize="off"
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? "link-fault" : undefined}
        />
      </label>
      {isInvalid && (
        <p id="link-fault" class="alert" role="alert">
          {texts.linkInvalid}
        </p>
      )}
      <button type="submit" class="primary">
        {texts.next}
      </button>
    </form>
  );
}
