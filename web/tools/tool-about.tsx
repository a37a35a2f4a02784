import { Link } from "wouter";
import type { ToolDefinition } from "#server/core/tool.ts";
import { useAgents } from "#web/queries.ts";
import { JsonView } from "#web/ui/json-view.tsx";
import { History } from "#web/triggers/history.tsx";
import { WordsWithCode } from "#web/ui/words-with-code.tsx";
import { agentPolicy, mayUse } from "./agent-tool-rules.ts";
import { EffectList } from "./effect-tags.tsx";
import { PolicyChoice } from "./policy-choice.tsx";
import { SchemaTable } from "./schema-table.tsx";
import styles from "./tool-about.module.css";
import { caseSentences, saysNothing } from "./tool-words.ts";
import { visibleText } from "./visible-text.ts";

/** A tool explained: what it is for, what it may do and on whose word, what it takes and gives. */
export function ToolAbout({ tool }: { tool: ToolDefinition }) {
  const { description, server, annotations, inputSchema, outputSchema } = tool;
  return (
    <div className={styles["about"]}>
      <p className={styles["description"]}>
        {description === "" ? (
          "It says nothing about itself."
        ) : (
          <WordsWithCode text={visibleText(description)} />
        )}
      </p>
      <div className={styles["columns"]}>
        <section>
          <h4>What it may do</h4>
          <EffectList annotations={annotations} />
          {caseSentences(tool).map((sentence) => (
            <p key={sentence} className={styles["case"]}>
              {sentence}
            </p>
          ))}
          {server !== undefined && (
            <p className={styles["case"]}>
              {saysNothing(tool)
                ? `The server “${server}” says nothing about this, so the worst is assumed.`
                : `In the words of the server “${server}”; nothing checks them.`}
            </p>
          )}
        </section>
        <section>
          <PolicyChoice tool={tool} />
          <ToolUsers name={tool.name} />
        </section>
      </div>
      <section>
        <h4>Parameters</h4>
        <SchemaTable
          schema={inputSchema}
          label={`Parameters of ${tool.name}`}
          none="It takes none."
          isInput
        />
      </section>
      <ToolSecrets tool={tool} />
      <section className={styles["folded"]}>
        {outputSchema && (
          <History label="Output">
            <SchemaTable
              schema={outputSchema}
              label={`Output of ${tool.name}`}
              none="It is not described field by field."
              isInput={false}
            />
          </History>
        )}
        <History label="Schemas as JSON">
          <JsonView
            value={outputSchema ? { input: inputSchema, output: outputSchema } : { input: inputSchema }}
            label={`${tool.name} schemas`}
          />
        </History>
      </section>
    </div>
  );
}

function ToolSecrets({ tool: { secrets = [], takesSecrets } }: { tool: ToolDefinition }) {
  if (secrets.length === 0 && takesSecrets !== true) return null;
  return (
    <section>
      <h4>Secrets</h4>
      <p className={styles["facts"]}>
        {secrets.length > 0 && (
          <>
            Its settings use{" "}
            {secrets.map((name, index) => (
              <span key={name}>
                {index > 0 && ", "}
                <code>{name}</code>
              </span>
            ))}
            .{" "}
          </>
        )}
        {takesSecrets && (
          <>
            Its parameters may name secrets as <code>{"{{secret.NAME}}"}</code>.{" "}
          </>
        )}
        <Link href="/settings#secrets">See the secrets</Link>
      </p>
    </section>
  );
}

/** Which agents may use it: all, or those that say so. */
function ToolUsers({ name }: { name: string }) {
  const agents = useAgents().data?.items.filter(({ status }) => status === "active");
  if (!agents || agents.length === 0) return null;
  const users = agents.filter(
    (agent) => mayUse(agent, name) && agentPolicy(agent, name, "allowed") !== "off",
  );
  return (
    <p className={styles["facts"]}>
      {users.length === agents.length && "Every agent may use it."}
      {users.length === 0 && "No agent may use it. Agents choose their tools on their own page: "}
      {users.length > 0 && users.length < agents.length && "Only these agents may use it: "}
      {users.length < agents.length &&
        (users.length > 0 ? users : agents).map(({ slug, name: agentName }, index) => (
          <span key={slug}>
            {index > 0 && ", "}
            <Link href={`/agents/${slug}/tools`}>{agentName}</Link>
          </span>
        ))}
    </p>
  );
}
