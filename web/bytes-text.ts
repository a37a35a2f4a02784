/** `512 B`, `1.4 KB`, `23 MB`; 1 KB is 1,024 bytes. */
export function bytesText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes / 1_024;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
