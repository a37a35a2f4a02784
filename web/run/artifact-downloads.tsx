import { Download } from "lucide-react";
import type { Json } from "#server/core/json.ts";
import { bytesText } from "#web/bytes-text.ts";
import { runPath } from "#web/queries.ts";
import styles from "./artifact-downloads.module.css";
import { artifactLinks } from "./artifact-links.ts";

/** Where the values are that were too long, or no text, for the place that links to them. */
export function ArtifactDownloads({ runId, value }: { runId: string; value: Json }) {
  const links = artifactLinks(value);
  if (links.length === 0) return null;
  return (
    <ul className={styles["downloads"]} aria-label="Values that are kept beside the log">
      {links.map((link) => (
        <li key={link.artifactId}>
          <a href={`${runPath(runId)}/artifacts/${link.artifactId}`} download>
            <Download size={14} aria-hidden />
            <span>
              The whole value, {bytesText(link.bytes)}, {link.mediaType}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
