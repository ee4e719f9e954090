/** @jsxImportSource preact */
import { render } from "preact";
import { openWords, WordsContext } from "./texts.ts";
import { App } from "./views/app.tsx";

/** The program of the page at `/order#<token>`. */

const root = document.getElementById("order");
const words = await openWords();
// Another form's link in the same window is another page.
addEventListener("hashchange", () => location.reload());
if (root) {
  render(
    <WordsContext.Provider value={words}>
      <App />
    </WordsContext.Provider>,
    root,
  );
}
