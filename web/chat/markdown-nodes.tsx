import type { Nodes, PhrasingContent, RootContent } from "mdast";
import type { ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { safeLink } from "./safe-link.ts";
import { splitMentions } from "./step-mentions.ts";
import { StepReference } from "./step-reference.tsx";

type Parent = { children: readonly (RootContent | PhrasingContent)[] };

/** Markdown as React elements. There is no way from text to HTML: raw HTML stays text. */
export function renderChildren(parent: Parent): ReactNode[] {
  return parent.children.map((child, index) => renderNode(child, index));
}

function renderNode(node: Nodes, key: number): ReactNode {
  switch (node.type) {
    case "text":
      return renderText(node.value, key);
    case "paragraph":
      return <p key={key}>{renderChildren(node)}</p>;
    case "strong":
      return <strong key={key}>{renderChildren(node)}</strong>;
    case "emphasis":
      return <em key={key}>{renderChildren(node)}</em>;
    case "delete":
      return <del key={key}>{renderChildren(node)}</del>;
    case "inlineCode":
      return <code key={key}>{node.value}</code>;
    case "break":
      return <br key={key} />;
    case "heading":
      return node.depth < 4 ? (
        <h3 key={key}>{renderChildren(node)}</h3>
      ) : (
        <h4 key={key}>{renderChildren(node)}</h4>
      );
    case "list":
      return node.ordered ? (
        <ol key={key} start={node.start ?? 1}>
          {renderChildren(node)}
        </ol>
      ) : (
        <ul key={key}>{renderChildren(node)}</ul>
      );
    case "listItem": {
      const [only] = node.children;
      const isTight = node.children.length === 1 && only?.type === "paragraph";
      return (
        <li key={key}>
          {typeof node.checked === "boolean" && (
            <input
              type="checkbox"
              checked={node.checked}
              readOnly
              aria-label={node.checked ? "done" : "open"}
            />
          )}
          {isTight ? renderChildren(only) : renderChildren(node)}
        </li>
      );
    }
    case "blockquote":
      return <blockquote key={key}>{renderChildren(node)}</blockquote>;
    case "thematicBreak":
      return <hr key={key} />;
    case "code":
      return <CodeBlock key={key} language={node.lang ?? null} code={node.value} />;
    case "link": {
      const address = safeLink(node.url);
      return address === null ? (
        <span key={key}>{renderChildren(node)}</span>
      ) : (
        <a key={key} href={address} rel="noreferrer noopener" target="_blank">
          {renderChildren(node)}
        </a>
      );
    }
    case "table": {
      const [head, ...rows] = node.children;
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table has to be scrollable by keyboard.
        <section key={key} data-table tabIndex={0} aria-label="Table">
          <table>
            <thead>
              <tr>
                {head?.children.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have nothing but their place.
                  <th key={index} scope="col">
                    {renderChildren(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, rowIndex) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing but their place.
                <tr key={rowIndex}>
                  {row.children.map((cell, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells have nothing but their place.
                    <td key={index}>{renderChildren(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      );
    }
    case "image":
      return <span key={key}>[image: {node.alt || node.url}]</span>;
    default:
      return "value" in node ? (
        <span key={key}>{node.value}</span>
      ) : "children" in node ? (
        renderOther(node, key)
      ) : null;
  }
}

function renderOther(node: Extract<Nodes, { children: unknown }>, key: number): ReactNode {
  return <span key={key}>{node.children.map((child, index) => renderNode(child, index))}</span>;
}

function renderText(value: string, key: number): ReactNode {
  return splitMentions(value).map((piece, index) =>
    piece.stepNumber === null ? (
      piece.text
    ) : (
      <StepReference
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place.
        key={`${key}.${index}`}
        stepNumber={piece.stepNumber}
        text={piece.text}
        said={piece.title}
      />
    ),
  );
}
