/** Street tiles, where whoever runs the installation named a server for them; the page's head says which. */
export interface Tiles {
  /** With `{z}`, `{x}` and `{y}`. */
  url: string;
  attribution: string;
}

export function findTiles(): Tiles | undefined {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=waybill-map-tiles]");
  return meta === null ? undefined : { url: meta.content, attribution: meta.dataset.attribution ?? "" };
}
