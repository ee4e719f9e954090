/** What is seen under the pointer while many are dragged: how many, not one of the rows. */
export function showDragged(data: DataTransfer, text: string): void {
  const label = document.createElement("div");
  label.className = "dragged";
  label.textContent = text;
  document.body.append(label);
  data.setDragImage(label, 0, 0);
  // The browser takes its picture after this task.
  setTimeout(() => label.remove());
}
