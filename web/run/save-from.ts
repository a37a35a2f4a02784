/** Lets the browser save what the server answers at `path`; it names the file itself. */
export function saveFrom(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.click();
}
