import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { errorSentence, fetchJson, fetchText } from "#web/api.ts";
import { bytesText } from "#web/bytes-text.ts";
import { queryKeys, runPath } from "#web/queries.ts";
import { Note } from "#web/ui/note.tsx";
import { runFileUrl } from "./output-files.ts";
import { isTextFile } from "./is-text-file.ts";
import styles from "./run-files.module.css";

const LARGEST_PREVIEW = 100 * 1_024;

type RunFile = { path: string; bytes: number; modifiedAt: string };

/** What the run wrote into its own folder. A preview is text, whatever the file says it is. */
export function RunFiles({ runId }: { runId: string }) {
  const files = useQuery({
    queryKey: queryKeys.runFiles(runId),
    queryFn: () => fetchJson<{ items: RunFile[] }>(`${runPath(runId)}/files`),
  });
  const items = files.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <>
      <h2>Files</h2>
      <ul className={styles["files"]}>
        {items.map((file) => (
          <FileRow key={file.path} runId={runId} file={file} />
        ))}
      </ul>
    </>
  );
}

type Preview = { text: string; ofChange: string } | { problem: string } | null;

function FileRow({ runId, file }: { runId: string; file: RunFile }) {
  const [preview, setPreview] = useState<Preview>(null);
  const href = runFileUrl(runId, file.path);
  const hasPreview = file.bytes <= LARGEST_PREVIEW && isTextFile(file.path);

  async function show() {
    try {
      setPreview({ text: await fetchText(href, "*/*"), ofChange: file.modifiedAt });
    } catch (error) {
      setPreview({ problem: `The file could not be read. ${errorSentence(error)}` });
    }
  }

  return (
    <li>
      <div className={styles["head"]}>
        <a href={href} download={file.path.split("/").at(-1)}>
          <Download size={14} aria-hidden />
          <span>{file.path}</span>
        </a>
        <span className={styles["size"]}>{bytesText(file.bytes)}</span>
        {hasPreview && (
          <button
            type="button"
            aria-expanded={preview !== null}
            onClick={() => (preview === null ? void show() : setPreview(null))}
          >
            {preview === null ? "Show" : "Hide"}
          </button>
        )}
      </div>
      {preview && "problem" in preview && <Note level="error">{preview.problem}</Note>}
      {preview && "text" in preview && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long file has to be scrollable by keyboard. */}
          <pre tabIndex={0}>{preview.text === "" ? "(empty file)" : preview.text}</pre>
          {preview.ofChange !== file.modifiedAt && (
            <button type="button" onClick={() => void show()}>
              The file has changed since: show it as it is now
            </button>
          )}
        </>
      )}
    </li>
  );
}
