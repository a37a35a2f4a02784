import { Download } from "lucide-react";
import { useState } from "react";
import type { Json } from "#server/core/json.ts";
import { bytesText } from "#web/bytes-text.ts";
import styles from "./artifact-downloads.module.css";
import { isPicture, type OutputFile, outputFiles, runFileUrl } from "./output-files.ts";

/** What a tool gave beside its text: pictures to look at, other files to take. */
export function OutputFileList({ runId, output }: { runId: string; output: Json }) {
  const files = outputFiles(output);
  if (files.length === 0) return null;
  return (
    <ul className={styles["files"]} aria-label="Files of the output">
      {files.map((file) => (
        <li key={file.file}>
          <OutputFileView file={file} url={runFileUrl(runId, file.file)} />
        </li>
      ))}
    </ul>
  );
}

function OutputFileView({ file, url }: { file: OutputFile; url: string }) {
  const [isBroken, setIsBroken] = useState(false);
  const facts = [file.mimeType, file.bytes === null ? "" : bytesText(file.bytes)].filter(Boolean).join(", ");
  return (
    <>
      {isPicture(file) && !isBroken && (
        <img
          src={url}
          alt={`What the tool gave: ${file.file}`}
          loading="lazy"
          onError={() => setIsBroken(true)}
        />
      )}
      <a href={url} download={file.file.split("/").at(-1)}>
        <Download size={14} aria-hidden />
        <span>
          {file.file}
          {facts === "" ? "" : ` (${facts})`}
        </span>
      </a>
    </>
  );
}
