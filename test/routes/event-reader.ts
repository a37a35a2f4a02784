import { Agent, type ClientRequest, get } from "node:http";
import { createInterface } from "node:readline";

const agent = new Agent({ keepAlive: false });

/** Reads a run's stream behind `after`; leaves in the middle when it has read `most` numbers. Answers with all of them. */
export function readNumbers(url: string, runId: string, after: number, most: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const numbers: number[] = [];
    const headers = { Accept: "text/event-stream", "Last-Event-ID": String(after) };
    const request: ClientRequest = get(`${url}/api/runs/${runId}/events`, { agent, headers }, (response) => {
      const lines = createInterface({ input: response });
      lines.on("line", (line) => {
        // An id counts when its message is whole, which is what browsers hold to.
        const found = /^id: (\d+)$/.exec(line);
        if (!found || numbers.length >= most) return;
        numbers.push(Number(found[1]));
        if (numbers.length < most) return;
        request.destroy();
        resolve(numbers);
      });
      lines.on("error", () => {});
      response.on("end", () => resolve(numbers));
      response.on("error", (error) => (numbers.length >= most ? resolve(numbers) : reject(error)));
    });
    request.on("error", (error) => (numbers.length >= most ? resolve(numbers) : reject(error)));
  });
}
