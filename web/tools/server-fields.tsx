import { joinClasses } from "#web/join-classes.ts";
import { Choices } from "#web/ui/choices.tsx";
import controls from "#web/ui/controls.module.css";
import { FormField } from "#web/ui/form-field.tsx";
import { insertText } from "./insert-secret.ts";
import { PairRows } from "./pair-rows.tsx";
import { SecretPicker } from "./secret-picker.tsx";
import type { DraftProblems, ServerDraft } from "./server-draft.ts";
import styles from "./server-form.module.css";

type ServerFieldsProps = {
  draft: ServerDraft;
  problems: DraftProblems;
  onChange: (change: Partial<ServerDraft>) => void;
};

/** What is asked of a server of the chosen kind. */
export function ServerFields(props: ServerFieldsProps) {
  const { draft } = props;
  if (draft.type === "stdio") return <ProgramFields {...props} />;
  if (draft.type === "http") {
    return (
      <>
        <TextRow {...props} field="url" label="Address" placeholder="https://example.com/mcp" />
        <Headers {...props} />
      </>
    );
  }
  return <DocumentFields {...props} />;
}

function ProgramFields({ draft, problems, onChange }: ServerFieldsProps) {
  return (
    <>
      <TextRow
        draft={draft}
        problems={problems}
        onChange={onChange}
        field="command"
        label="Command"
        placeholder="npx"
        hint="A program by its name or its whole path. It is started without a shell."
      />
      <FormField
        label="Arguments, one a line"
        problem={problems.args}
        hint="Pin the version, so that nobody else decides what runs."
      >
        {(parts) => (
          <div className={styles["control"]}>
            <textarea
              {...parts}
              className={joinClasses(controls["field"], controls["mono"], styles["lines"])}
              rows={3}
              spellCheck={false}
              placeholder={"-y\n@modelcontextprotocol/server-memory@2026.8.31"}
              value={draft.args}
              onChange={(event) => onChange({ args: event.currentTarget.value })}
            />
            <SecretPicker
              label="Insert a secret into the arguments"
              onPick={(reference, at) => onChange({ args: insertText(draft.args, reference, at) })}
            />
          </div>
        )}
      </FormField>
      <PairRows
        legend="Environment"
        one="variable"
        namePlaceholder="API_TOKEN"
        valuePlaceholder="{{secret.NAME}}"
        pairs={draft.env}
        problem={problems.pairs}
        onChange={(env) => onChange({ env })}
      />
    </>
  );
}

function DocumentFields(props: ServerFieldsProps) {
  const { draft, problems, onChange } = props;
  return (
    <>
      <Choices
        legend="Where the document is"
        choices={[
          { value: "url", label: "At an address", hint: "Read again whenever the server is looked at." },
          { value: "document", label: "Pasted here", hint: "JSON or YAML, kept as it is." },
        ]}
        value={draft.source}
        onChange={(source) => onChange({ source })}
      />
      {draft.source === "url" ? (
        <TextRow
          {...props}
          field="url"
          label="Address of the document"
          placeholder="https://example.com/openapi.json"
        />
      ) : (
        <FormField label="Document" problem={problems.document}>
          {(parts) => (
            <textarea
              {...parts}
              className={joinClasses(controls["field"], controls["mono"])}
              rows={8}
              spellCheck={false}
              placeholder={"openapi: 3.1.0\npaths: …"}
              value={draft.document}
              onChange={(event) => onChange({ document: event.currentTarget.value })}
            />
          )}
        </FormField>
      )}
      <TextRow
        {...props}
        field="baseUrl"
        label="Base address (optional)"
        placeholder="https://api.example.com/v1"
        hint="Where requests go. Left empty, where the document says."
      />
      <Headers {...props} />
    </>
  );
}

function Headers({ draft, problems, onChange }: ServerFieldsProps) {
  return (
    <PairRows
      legend="Headers of every request"
      one="header"
      namePlaceholder="Authorization"
      valuePlaceholder="Bearer {{secret.NAME}}"
      pairs={draft.headers}
      problem={problems.pairs}
      onChange={(headers) => onChange({ headers })}
    />
  );
}

type TextRowProps = ServerFieldsProps & {
  field: "command" | "url" | "baseUrl";
  label: string;
  placeholder: string;
  hint?: string;
};

function TextRow({ draft, problems, onChange, field, label, placeholder, hint }: TextRowProps) {
  return (
    <FormField label={label} problem={problems[field]} {...(hint !== undefined && { hint })}>
      {(parts) => (
        <div className={styles["control"]}>
          <input
            {...parts}
            className={joinClasses(controls["field"], controls["mono"])}
            inputMode={field === "command" ? "text" : "url"}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={draft[field]}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          />
        </div>
      )}
    </FormField>
  );
}
