/** The tile server, if the operator configured one; the page's head names it. */
interface Tiles {
  /** With `{z}`, `{x}` and `{y}`. */
  url: string;
  attribution: string;
}

export function findTiles(): Tiles | undefined {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=waybill-map-tiles]");
  return meta === null ? undefined : { url: meta.content, attribution: meta.dataset.attribution ?? "" };
}
