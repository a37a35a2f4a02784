const KEY = "stepwright.deciding-name";
let unstored = "";

/** The name under which somebody decided last in this browser; empty when nobody has. */
export function readDecidingName(): string {
  try {
    return localStorage.getItem(KEY) ?? unstored;
  } catch {
    return unstored;
  }
}

export function keepDecidingName(name: string): void {
  unstored = name;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Without storage the name is known until the page is closed.
  }
}
