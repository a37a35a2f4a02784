import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { AgentPage } from "./agent-page.tsx";
import { HomePage } from "./home/home-page.tsx";
import { MissingPage } from "./missing-page.tsx";
import { queryClient } from "./query-client.ts";
import { Shell } from "./shell/shell.tsx";
import { Loading } from "./ui/loading.tsx";

const RunPage = lazy(() => import("./run/run-page.tsx").then((file) => ({ default: file.RunPage })));
const RunsPage = lazy(() => import("./run/runs-page.tsx").then((file) => ({ default: file.RunsPage })));
const ApprovalsPage = lazy(() =>
  import("./approvals/approvals-page.tsx").then((file) => ({ default: file.ApprovalsPage })),
);
const TriggersPage = lazy(() =>
  import("./triggers/triggers-page.tsx").then((file) => ({ default: file.TriggersPage })),
);
const NoticesPage = lazy(() =>
  import("./notices/notices-page.tsx").then((file) => ({ default: file.NoticesPage })),
);
const ToolsPage = lazy(() => import("./tools/tools-page.tsx").then((file) => ({ default: file.ToolsPage })));
const AgentToolsPage = lazy(() =>
  import("./tools/agent-tools-page.tsx").then((file) => ({ default: file.AgentToolsPage })),
);
const SettingsPage = lazy(() =>
  import("./settings/settings-page.tsx").then((file) => ({ default: file.SettingsPage })),
);

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Shell>
        <Suspense fallback={<Loading label="Loading the page" />}>
          <Switch>
            <Route path="/" component={HomePage} />
            <Route path="/agents/:slug">{({ slug }) => <AgentPage key={slug} slug={slug} />}</Route>
            <Route path="/agents/:slug/runs">{({ slug }) => <RunsPage slug={slug} />}</Route>
            <Route path="/agents/:slug/triggers">
              {({ slug }) => <TriggersPage key={slug} slug={slug} />}
            </Route>
            <Route path="/agents/:slug/tools">
              {({ slug }) => <AgentToolsPage key={slug} slug={slug} />}
            </Route>
            <Route path="/tools" component={ToolsPage} />
            <Route path="/notices" component={NoticesPage} />
            <Route path="/runs/:runId">{({ runId }) => <RunPage key={runId} runId={runId} />}</Route>
            <Route path="/approvals">
              <ApprovalsPage approvalId={null} />
            </Route>
            <Route path="/approvals/:approvalId">
              {({ approvalId }) => <ApprovalsPage approvalId={approvalId} />}
            </Route>
            <Route path="/settings" component={SettingsPage} />
            <Route>
              <MissingPage title="Not found">There is no such page.</MissingPage>
            </Route>
          </Switch>
        </Suspense>
      </Shell>
    </QueryClientProvider>
  );
}
