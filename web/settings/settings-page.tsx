import { Menu as MenuIcon } from "lucide-react";
import { useEffect } from "react";
import { Link } from "wouter";
import { joinClasses } from "#web/join-classes.ts";
import { useSettings } from "#web/queries.ts";
import { KeyList } from "#web/shell/key-list.tsx";
import { useNavDrawer } from "#web/shell/nav-drawer.ts";
import { choosePageKeys, usePageKeysChoice } from "#web/shell/page-keys-choice.ts";
import { chooseTheme, type ThemeChoice, useThemeChoice } from "#web/shell/theme.ts";
import controls from "#web/ui/controls.module.css";
import { Loading } from "#web/ui/loading.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import styles from "./settings-page.module.css";
import { DatabaseSection } from "./database-section.tsx";
import { KeepRuns } from "./keep-runs.tsx";
import { OpenApprovals } from "./open-approvals.tsx";
import { PriceTable } from "./price-table.tsx";
import { SecretSection } from "./secret-section.tsx";
import { useHashTarget } from "./use-hash-target.ts";

const THEMES: readonly { value: ThemeChoice; label: string }[] = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function SettingsPage() {
  const openNav = useNavDrawer();
  const settings = useSettings();
  const theme = useThemeChoice();
  const pageKeys = usePageKeysChoice();
  useHashTarget(settings.isFetched);

  useEffect(() => {
    document.title = "Settings · Stepwright";
  }, []);

  return (
    <main className={styles["page"]}>
      <header className={controls["header"]}>
        <button
          type="button"
          className={joinClasses(controls["iconButton"], controls["narrowOnly"])}
          aria-label="Agents"
          onClick={openNav}
        >
          <MenuIcon size={17} aria-hidden />
        </button>
        <h1>Settings</h1>
      </header>
      <div className={styles["scroll"]}>
        <section aria-labelledby="model-heading">
          <h2 id="model-heading">Model and server</h2>
          {settings.error && !settings.data && (
            <RetryNote
              what="The settings could not be loaded."
              error={settings.error}
              onRetry={() => void settings.refetch()}
            />
          )}
          {!settings.data && !settings.error && <Loading label="Loading settings" rows={3} />}
          {settings.data && (
            <dl>
              <Fact name="Planner" value={plannerWords(settings.data.model)} />
              <Fact
                name="Steps that think"
                value={
                  settings.data.model.hasStepModel
                    ? "Have a language model."
                    : "Have no language model. Set MODEL and a key, then start the server again."
                }
              />
              <Fact name="Longest wait for the model" value={`${settings.data.model.timeoutSeconds} s`} />
              <Fact
                name="Database"
                value={settings.data.database === "pglite" ? "Embedded, in the data folder" : "PostgreSQL"}
              />
              <Fact
                name="Folder for files"
                value={`${settings.data.filesFolder}: what a plan reads by name is looked for here, beside the run's own folder.`}
              />
              <Fact
                name="Access"
                value={settings.data.needsAccessToken ? "With the access token" : "From this machine only"}
              />
              <Fact name="Public address" value={settings.data.publicUrl ?? "Not set"} />
            </dl>
          )}
          <p className={styles["note"]}>
            These are set in the environment of the server and read when it starts.
          </p>
        </section>
        {settings.data && (
          <section aria-labelledby="prices-heading">
            <h2 id="prices-heading">Prices of models</h2>
            <PriceTable prices={settings.data.prices} />
          </section>
        )}
        {settings.data && (
          <section aria-labelledby="approvals-heading">
            <h2 id="approvals-heading">Approvals</h2>
            <OpenApprovals most={settings.data.openApprovalsPerAgent} />
          </section>
        )}
        {settings.data && (
          <section aria-labelledby="runs-heading">
            <h2 id="runs-heading">Runs</h2>
            <KeepRuns days={settings.data.keepRunsDays} />
          </section>
        )}
        <section aria-labelledby="secrets-heading" id="secrets">
          <h2 id="secrets-heading">Secrets</h2>
          <SecretSection />
        </section>
        {settings.data && (
          <section aria-labelledby="databases-heading">
            <h2 id="databases-heading">Databases for plans</h2>
            <DatabaseSection databases={settings.data.databases} />
          </section>
        )}
        <section aria-labelledby="look-heading">
          <h2 id="look-heading">Appearance</h2>
          <fieldset className={styles["choices"]}>
            <legend className={controls["hidden"]}>Theme</legend>
            {THEMES.map(({ value, label }) => (
              <label key={value}>
                <input
                  type="radio"
                  name="theme"
                  value={value}
                  checked={theme === value}
                  onChange={() => chooseTheme(value)}
                />
                {label}
              </label>
            ))}
          </fieldset>
        </section>
        <section aria-labelledby="keys-heading">
          <h2 id="keys-heading">Keyboard</h2>
          <label className={styles["switch"]}>
            <input
              type="checkbox"
              checked={pageKeys}
              onChange={(event) => choosePageKeys(event.currentTarget.checked)}
            />
            Single keys act on the page
          </label>
          <KeyList />
        </section>
        <section aria-labelledby="tools-heading">
          <h2 id="tools-heading">Tools</h2>
          <p className={styles["text"]}>
            What plans may call, what each tool may do, and the servers that bring more stand on a page of
            their own. <Link href="/tools">See the tools</Link>
          </p>
        </section>
      </div>
    </main>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function plannerWords(model: { planner: string; hasKey: boolean }): string {
  return model.planner === "builtin"
    ? "The built-in planner: no key, no network."
    : `${model.planner}${model.hasKey ? "" : ", without a key"}`;
}
