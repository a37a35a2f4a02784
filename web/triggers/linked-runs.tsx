import { Fragment } from "react";
import { Link } from "wouter";

const RUN = /[Rr]un "(?<id>run_\w+)"/g;

/** A sentence in which each run that it names by its id is a link to it. */
export function LinkedRuns({ text }: { text: string }) {
  const found = [...text.matchAll(RUN)];
  const starts = [0, ...found.map((match) => match.index + match[0].length)];
  return starts.map((start, index) => {
    const match = found[index];
    return (
      <Fragment key={start}>
        {text.slice(start, match?.index)}
        {match && <Link href={`/runs/${match.groups?.["id"] ?? ""}`}>{match[0].split(" ")[0]}</Link>}
      </Fragment>
    );
  });
}
