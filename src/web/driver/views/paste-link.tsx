/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { codeIn } from "../link.ts";
import { useTexts } from "../texts.ts";

/** For an app on the home screen that does not share cookies with the browser in which links open. */
export function PasteLink() {
  const texts = useTexts();
  const [isInvalid, setInvalid] = useState(false);
  function open(event: SubmitEvent) {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem("link") as HTMLInputElement;
    const code = codeIn(field.value);
    setInvalid(code === undefined);
    if (code !== undefined) location.assign(`/d#${code}`);
  }
  return (
    <form onSubmit={open}>
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
        {texts.connect}
      </button>
    </form>
  );
}
