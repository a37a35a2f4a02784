import { createInterface } from "node:readline";

// Ends the process groups that it is told of ("+123", and "-123" when one has ended) once nobody tells it any
// more: the process that started them is gone, whatever ended it.
const groups = new Set<number>();

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const group = Number(line.slice(1));
    if (line.startsWith("+")) groups.add(group);
    else groups.delete(group);
  })
  .on("close", () => {
    for (const group of groups) {
      try {
        process.kill(-group, "SIGKILL");
      } catch {
        // It has ended.
      }
    }
  });
