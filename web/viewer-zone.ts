/** The IANA zone of the clocks of whoever looks at the page. */
export function viewerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
