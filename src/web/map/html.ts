/** Leaflet renders attributions as HTML. */
export function escapeHtml(text: string): string {
  const span = document.createElement("span");
  span.textContent = text;
  return span.innerHTML;
}
